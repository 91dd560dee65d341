package dev.conclave.activities.search;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.conclave.workflows.text.Cut;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Reads the dependencies that a manifest declares; runs nothing. */
public final class Manifests {
  /** Maximum characters read, because a pattern may scan far for the end of a section. */
  private static final int LONGEST = 64 << 10;

  /** Names of files, sections in them, and in a section the parts of a name and then a version. */
  private static final String FORMS =
      """
      Cargo\\.toml|pyproject\\.toml :: (?m)^[ \\t]*\\[[^\\]\\n]*dependencies].*(?:\\n(?:[^\\[\\n].*)?)* :: (?m)^[ \\t]*["']?([\\w.-]+?)(?:\\.workspace)?["']?[ \\t]*=[ \\t]*(?:true|(?:\\[\\s*)?\\{(?:[^}\\n]*version[ \\t]*=[ \\t]*)?|["'])["']?([\\^~<>=*]*\\d[^"'\\n]*)?
      Cargo\\.toml|pyproject\\.toml :: (?m)^[ \\t]*\\[[^\\]\\n]*dependencies\\..*\\n.* :: dependencies\\.["']?([\\w-]+)["']?](?:\\s*version[ \\t]*=[ \\t]*["']([^"'\\n]*))?
      pyproject\\.toml :: (?ms)^[ \\t]*[\\w-]*dependencies[ \\t]*=[ \\t]*\\[.*?][ \\t]*$ :: [\\[,\\n]\\s*["']([A-Za-z0-9][\\w.-]*)(?:\\[[^\\]\\n]*])?\\s*([<>=!~][^"';]*)?
      pyproject\\.toml :: (?m)^[ \\t]*\\[[^\\]\\n]*(?:optional-dependencies|dependency-groups)].*(?:\\n(?:[^\\[\\n].*)?)* :: [\\[,\\n]\\s*["']([A-Za-z0-9][\\w.-]*)(?:\\[[^\\]\\n]*])?\\s*([<>=!~][^"';]*)?
      build\\.gradle(?:\\.kts)? :: (?s).* :: (?im)^\\s*\\w*(?:implementation|api|compile|runtimeOnly|annotationProcessor)\\w*\\s*[( ]\\s*['"]([\\w.-]+):([\\w.-]+)(?::([^'"\\n]*))?
      go\\.mod :: (?s).* :: (?m)^[ \\t]*(?:require[ \\t]+)?([\\w.-]+\\.[\\w./~-]+)[ \\t]+(v\\d\\S*)
      package\\.json|composer\\.json :: "(?:(?:dev|optional|peer)?[dD]ependencies|require)"\\s*:\\s*\\{[^}]*} :: "([^"]+)"\\s*:\\s*"([^"]*)"
      pom\\.xml :: (?s)<dependency>.*?(?:</dependency>|\\z) :: <groupId>([^<]+)</groupId>\\s*<artifactId>([^<]+)</artifactId>\\s*(?:<version>([^<]+)</version>)?
      requirements[\\w.-]*\\.(?:txt|in) :: (?s).* :: (?m)^[ \\t]*([A-Za-z0-9][\\w.-]*)(?:\\[[^\\]\\n]*])?[ \\t]*(?:([<>=!~][^;#\\n]*)|[;@,#]|$)
      """;

  private Manifests() {}

  /** Returns the version of each dependency in order; empty where none is declared. */
  public static Map<String, String> in(String path, String text) {
    String file = path.substring(path.lastIndexOf('/') + 1);
    String read = Cut.head(text, LONGEST);
    Map<String, String> versions = new LinkedHashMap<>();
    for (String[] form : FORMS.lines().map(line -> line.split(" :: ", 3)).toList()) {
      Matcher section = Pattern.compile(form[1]).matcher(read);
      while (Pattern.matches(form[0], file) && section.find()) {
        Matcher one = Pattern.compile(form[2]).matcher(section.group());
        while (one.find()) {
          String name =
              IntStream.range(1, one.groupCount())
                  .mapToObj(part -> one.group(part).strip())
                  .collect(Collectors.joining(":"));
          versions.putIfAbsent(
              name, Objects.requireNonNullElse(one.group(one.groupCount()), "").strip());
        }
      }
    }
    if (file.equals("pyproject.toml")) {
      versions.remove("python"); // the interpreter
    }
    return versions;
  }
}
