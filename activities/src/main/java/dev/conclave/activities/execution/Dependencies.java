package dev.conclave.activities.execution;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.conclave.workflows.text.WireMapper;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Reads the names of dependencies from a manifest's text; runs nothing. */
final class Dependencies {
  private static final List<String> OF_NPM =
      List.of("dependencies", "devDependencies", "optionalDependencies", "peerDependencies");

  private static final Pattern GO =
      Pattern.compile("(?m)^\\s*(?:require\\s+)?([\\w.-]+\\.[\\w.-]+(?:/[\\w.~-]+)*)\\s+v\\d");
  private static final Pattern MAVEN =
      Pattern.compile(
          "(?s)<dependency>\\s*<groupId>([^<]+)</groupId>\\s*<artifactId>([^<]+)</artifactId>");
  private static final Pattern GRADLE =
      Pattern.compile(
          "(?im)^\\s*(?:\\w*(?:implementation|api|compile|runtimeOnly|annotationProcessor)\\w*)\\s*[( ]\\s*['\"]([\\w.-]+:[\\w.-]+)");
  private static final Pattern PYTHON =
      Pattern.compile(
          "(?m)^\\s*[\"']?([A-Za-z0-9][\\w.-]*)(?:\\[[^\\]]*\\])?\\s*(?:[<>=!~;@\"',]|$)");
  private static final Pattern TABLE =
      Pattern.compile("(?m)^\\s*\\[+([^\\]]+)\\]+\\s*$|^\\s*[\"']?([\\w.-]+)[\"']?\\s*=");
  private static final Pattern ARRAY =
      Pattern.compile("(?ms)^\\s*[\\w-]*dependencies\\s*=\\s*\\[(.*?)^?\\s*\\]\\s*$");

  private Dependencies() {}

  /** Returns the names that are declared after a change but not before. */
  static Set<String> added(String path, String before, String after) {
    Set<String> added = new TreeSet<>(in(path, after));
    added.removeAll(in(path, before));
    return added;
  }

  private static Set<String> in(String path, String text) {
    String name = path.substring(path.lastIndexOf('/') + 1);
    return switch (name) {
      case "package.json", "composer.json" -> npm(text);
      case "go.mod" -> found(GO, text);
      case "pom.xml" -> found(MAVEN, text);
      case "build.gradle", "build.gradle.kts" -> found(GRADLE, text);
      case "pyproject.toml", "Cargo.toml" -> toml(text);
      default -> name.matches("requirements[\\w.-]*\\.(?:txt|in)") ? found(PYTHON, text) : Set.of();
    };
  }

  private static Set<String> npm(String text) {
    Set<String> names = new TreeSet<>();
    try {
      JsonNode root = WireMapper.get().readTree(text);
      for (String key : OF_NPM) {
        root.path(key).fieldNames().forEachRemaining(names::add);
      }
      root.path("require").fieldNames().forEachRemaining(names::add);
    } catch (JsonProcessingException e) {
      return names; // a check reports broken JSON
    }
    return names;
  }

  private static Set<String> found(Pattern pattern, String text) {
    Set<String> names = new TreeSet<>();
    Matcher matcher = pattern.matcher(text);
    while (matcher.find()) {
      names.add(
          matcher.groupCount() > 1
              ? matcher.group(1).strip() + ":" + matcher.group(2).strip()
              : matcher.group(1));
    }
    return names;
  }

  /** Returns the keys of dependency tables and the entries of dependency arrays. */
  private static Set<String> toml(String text) {
    Set<String> names = new TreeSet<>();
    Matcher line = TABLE.matcher(text);
    String table = "";
    while (line.find()) {
      if (line.group(1) != null) {
        table = line.group(1).strip();
        if (table.matches(".*dependencies\\.[\\w\"'-]+")) {
          names.add(table.substring(table.lastIndexOf('.') + 1).replaceAll("[\"']", ""));
        }
      } else if (table.matches("(?:.*\\.)?(?:\\w+-)?dependencies")
          && !line.group(2).equals("python")) {
        names.add(line.group(2));
      }
    }
    Matcher array = ARRAY.matcher(text);
    while (array.find()) {
      names.addAll(found(PYTHON, array.group(1).replace(",", "\n")));
    }
    return names;
  }
}
