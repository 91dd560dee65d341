package dev.conclave.activities.context;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.conclave.activities.artifact.JsonFields;
import dev.conclave.activities.context.WorkspaceFiles.Refused;
import dev.conclave.workflows.context.ContextActivities.Gathering;
import dev.conclave.workflows.context.ContextState;
import dev.conclave.workflows.text.Cut;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Records that a project keeps: earlier packages, overview and guidelines, brainstorming, build
 * files. Reads only files within the workspace and ignores broken ones.
 */
final class ProjectRecords {
  private static final int MOST_EARLIER = 20;
  private static final int DEEPEST = 5;
  private static final int LONGEST_TEXT = 8_000;
  private static final int MOST_EXTERNAL = 200;

  /** Number of shared keywords from which an earlier session is related to this one. */
  private static final int SHARED = 2;

  /** Minimum relevance of a file in an earlier package to be mentioned. */
  private static final double MATTERED = 0.7;

  /** Maximum characters read from a build file, because a pattern may scan far for its end. */
  private static final int LONGEST_BUILD_FILE = 64 << 10;

  private final Path root;
  private final Path own;

  private record Earlier(JsonNode file) {
    String session() {
      return file.at("/metadata/session_id").asText(file.path("session_id").asText());
    }

    boolean isAbout(List<String> keywords) {
      Set<String> known =
          Stream.of(file.at("/metadata/keywords"), file.path("keywords"))
              .flatMap(JsonNode::valueStream)
              .map(word -> word.asText().toLowerCase(Locale.ROOT))
              .collect(Collectors.toSet());
      long shared =
          keywords.stream().filter(word -> known.contains(word.toLowerCase(Locale.ROOT))).count();
      return shared >= Math.max(1, Math.min(SHARED, keywords.size()));
    }

    List<String> paths() {
      JsonNode tiers = file.at("/prioritized_context/priority_tiers");
      return Stream.of(tiers.path("critical"), tiers.path("high"), file.path("relevant_files"))
          .flatMap(JsonNode::valueStream)
          .filter(one -> one.path("relevance").asDouble() >= MATTERED)
          .map(one -> one.path("path").asText())
          .toList();
    }
  }

  private final List<Earlier> earlier;

  ProjectRecords(Gathering gathering, List<String> keywords) {
    root = Path.of(gathering.workspace().path());
    own = ContextState.KIND.folder(gathering.workspace()).resolve(gathering.session());
    earlier =
        WorkspaceFiles.below(root.resolve(".workflow"), DEEPEST).stream()
            .filter(path -> path.endsWith("context-package.json"))
            // The planning session that this context is for has a package of the same name.
            .filter(path -> !path.toString().contains("/" + own.getFileName() + "/"))
            .sorted(Comparator.comparingLong(path -> -path.toFile().lastModified()))
            .limit(MOST_EARLIER)
            .map(path -> new Earlier(json(path)))
            .filter(one -> one.isAbout(keywords))
            .toList();
  }

  /**
   * Returns the files that were relevant in earlier sessions, each with the newest such session.
   */
  Map<String, String> relevantFiles() {
    Map<String, String> sessions = new LinkedHashMap<>();
    earlier.forEach(one -> one.paths().forEach(path -> sessions.putIfAbsent(path, one.session())));
    return sessions;
  }

  List<JsonFields> historicalConflicts() {
    List<JsonFields> conflicts = new ArrayList<>();
    for (Earlier one : earlier) {
      JsonNode found = one.file().path("conflict_detection");
      if (!found.path("risk_level").asText("none").equals("none")) {
        JsonFields conflict = new JsonFields().with("session_id", one.session());
        for (String field : List.of("risk_level", "affected_modules", "mitigation_strategy")) {
          conflict.with(field, found.path(field));
        }
        conflicts.add(conflict);
      }
    }
    return conflicts;
  }

  JsonNode overview() {
    return json(root.resolve(".workflow/project-tech.json")).path("overview");
  }

  JsonFields guidelines() {
    JsonNode file = json(root.resolve(".workflow/project-guidelines.json"));
    JsonFields guidelines = new JsonFields();
    for (String field : List.of("conventions", "constraints", "quality_rules", "learnings")) {
      guidelines.with(field, flat(file.path(field)));
    }
    return guidelines;
  }

  private static List<JsonNode> flat(JsonNode field) {
    List<JsonNode> items = new ArrayList<>();
    (field.isObject() ? field : List.of(field)).forEach(list -> list.forEach(items::add));
    return items;
  }

  JsonFields brainstorming() {
    Path folder = own.resolve(".brainstorming");
    List<Path> roles =
        WorkspaceFiles.below(folder, 2).stream()
            .filter(path -> path.getFileName().toString().matches("analysis.*\\.md"))
            .toList();
    return new JsonFields()
        .with("guidance_specification", text(folder.resolve("guidance-specification.md")))
        .each(
            "role_analyses",
            roles,
            path -> text(path).with("role", path.getName(folder.getNameCount()).toString()))
        .with("synthesis_output", text(folder.resolve("synthesis-specification.md")));
  }

  private JsonFields text(Path file) {
    Optional<String> text = read(file, any -> any);
    Path path = file.startsWith(root) ? root.relativize(file) : file;
    return new JsonFields()
        .with("path", path.toString())
        .with("exists", text.isPresent())
        .with("content", Cut.shorten(text.orElse(""), LONGEST_TEXT));
  }

  private JsonNode json(Path file) {
    return read(file, WorkspaceFiles::json).orElse(MissingNode.getInstance());
  }

  /**
   * Reads a file; empty if it is missing, too large, broken or outside the folder because of a
   * link.
   */
  private <T> Optional<T> read(Path file, Function<String, T> reading) {
    try {
      String text = WorkspaceFiles.text(file.startsWith(root) ? root : own, file);
      return Optional.of(reading.apply(text));
    } catch (Refused e) {
      return Optional.empty();
    }
  }

  private static final String BUILD_FILES =
      """
      Cargo.toml :: (?m)^\\[(?:dev-)?dependencies].*(?:\\n(?:[^\\[\\n].*)?)* :: (?m)^([\\w.-]+)\\s*=\\s*(?:\\{[^}\\n]*version\\s*=\\s*)?["']([\\^~<>=]*\\d[^"']*)["']
      go.mod :: (?s).* :: (?m)^[ \\t]*(?:require[ \\t]+)?([\\w.-]+\\.[\\w./~-]+)\\s+(v\\S+)
      package.json :: "(?:dev|peer)?[dD]ependencies"\\s*:\\s*\\{[^}]*} :: "([^"]+)"\\s*:\\s*"([^"]*)"
      pom.xml :: (?s)<dependency>.*?</dependency> :: <artifactId>([^<]+)</artifactId>\\s*(?:<version>([^<]+)</version>)?
      pyproject.toml :: (?ms)^[ \\t]*dependencies[ \\t]*=[ \\t]*\\[.*?][ \\t]*$ :: ["']([\\w.-]+)(?:\\[[\\w,-]*])?\\s*([<>=!~][^"';]*)?
      """;

  /**
   * Returns the dependencies declared in build files of the root; the version is empty if none is
   * declared.
   */
  static List<JsonFields> external(UnaryOperator<String> text) {
    Map<String, String> versions = new LinkedHashMap<>();
    for (String[] build : BUILD_FILES.lines().map(line -> line.split(" :: ", 3)).toList()) {
      String read = Cut.head(text.apply(build[0]), LONGEST_BUILD_FILE);
      Matcher list = Pattern.compile(build[1]).matcher(read);
      while (list.find()) {
        Matcher one = Pattern.compile(build[2]).matcher(list.group());
        while (one.find()) {
          versions.putIfAbsent(one.group(1), one.group(2) == null ? "" : one.group(2).strip());
        }
      }
    }
    return versions.entrySet().stream()
        .limit(MOST_EXTERNAL)
        .map(one -> new JsonFields().with("name", one.getKey()).with("version", one.getValue()))
        .toList();
  }
}
