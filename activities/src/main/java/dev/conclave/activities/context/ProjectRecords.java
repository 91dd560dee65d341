package dev.conclave.activities.context;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.conclave.activities.artifact.JsonFields;
import dev.conclave.workflows.context.ContextActivities.Gathering;
import dev.conclave.workflows.session.SessionKind;
import dev.conclave.workflows.temporal.Cut;
import dev.conclave.workflows.temporal.WireMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a project records of itself: earlier packages, overview and guidelines, brainstorming, build
 * files. Only files within the workspace are read, each of at most 1 MiB; a broken one is ignored.
 */
final class ProjectRecords {
  private static final int MOST_EARLIER = 20;
  private static final int DEEPEST = 5;
  private static final long MOST_BYTES = 1 << 20;
  private static final int LONGEST_TEXT = 8_000;
  private static final int MOST_EXTERNAL = 200;

  /** An earlier session was about the same when so many of its keywords are keywords now. */
  private static final int SHARED = 2;

  /** What a file of a planning session's package had at least when it mattered. */
  private static final double MATTERED = 0.7;

  private static final String TOML =
      "(?m)^([\\w.-]+)\\s*=\\s*(?:\\{[^}\\n]*version\\s*=\\s*)?[\"']([\\^~<>=]*\\d[^\"']*)[\"']";

  /** What is read of a build file, in characters: a pattern may look far for an end. */
  private static final int LONGEST_BUILD_FILE = 64 << 10;

  /** Build files of the root, with what of them lists dependencies, and one: name and version. */
  private static final Map<String, List<Pattern>> BUILD_FILES =
      Map.of(
          "package.json",
          patterns(
              "\"(?:dev|peer)?[dD]ependencies\"\\s*:\\s*\\{[^}]*}",
              "\"([^\"]+)\"\\s*:\\s*\"([^\"]*)\""),
          "pom.xml",
          patterns(
              "(?s)<dependency>.*?</dependency>",
              "<artifactId>([^<]+)</artifactId>\\s*(?:<version>([^<]+)</version>)?"),
          "go.mod",
          patterns("(?s).*", "(?m)^[ \\t]*(?:require[ \\t]+)?([\\w.-]+\\.[\\w./~-]+)\\s+(v\\S+)"),
          "Cargo.toml",
          patterns("(?ms)^\\[(?:dev-)?dependencies].*?(?=^\\[|\\z)", TOML),
          "pyproject.toml",
          patterns(
              "(?ms)^[ \\t]*dependencies[ \\t]*=[ \\t]*\\[.*?][ \\t]*$",
              "[\"']([\\w.-]+)(?:\\[[\\w,-]*])?\\s*([<>=!~][^\"';]*)?"));

  private final Path root;
  private final Path own;

  /** An earlier session by its package. */
  private record Earlier(Path place, JsonNode file) {
    String session() {
      String said = file.at("/metadata/session_id").asText(file.path("session_id").asText());
      return said.isBlank() ? place.getFileName().toString() : said;
    }

    boolean isAbout(List<String> keywords) {
      JsonNode words = file.path("metadata").path("keywords");
      Set<String> known =
          ContextBriefing.texts(words.isMissingNode() ? file.path("keywords") : words).stream()
              .map(word -> word.toLowerCase(Locale.ROOT))
              .collect(Collectors.toSet());
      long shared =
          keywords.stream().filter(word -> known.contains(word.toLowerCase(Locale.ROOT))).count();
      return shared >= Math.max(1, Math.min(SHARED, keywords.size()));
    }

    List<String> paths() {
      JsonNode tiers = file.at("/prioritized_context/priority_tiers");
      return Stream.of(tiers.path("critical"), tiers.path("high"), file.path("relevant_files"))
          .flatMap(ContextBriefing::items)
          .filter(one -> one.path("relevance").asDouble() >= MATTERED)
          .map(one -> one.path("path").asText())
          .toList();
    }
  }

  private final List<Earlier> earlier;

  /** The records that are about the same as these keywords. */
  ProjectRecords(Gathering gathering, List<String> keywords) {
    root = Path.of(gathering.workspace().path());
    own = SessionKind.CONTEXT.folder(gathering.workspace()).resolve(gathering.session());
    earlier = earlier().stream().filter(one -> one.isAbout(keywords)).toList();
  }

  private List<Earlier> earlier() {
    try (Stream<Path> walk = Files.walk(root.resolve(".workflow"), DEEPEST)) {
      return walk.filter(path -> path.endsWith("context-package.json"))
          // A planning session that this is gathered for has one by the same name.
          .filter(path -> !path.toString().contains("/" + own.getFileName() + "/"))
          .map(path -> Map.entry(path, path.toFile().lastModified()))
          .sorted(
              Map.Entry.<Path, Long>comparingByValue(Comparator.reverseOrder())
                  .thenComparing(Map.Entry.comparingByKey()))
          .limit(MOST_EARLIER)
          .map(found -> new Earlier(found.getKey(), json(found.getKey())))
          .toList();
    } catch (IOException | UncheckedIOException e) {
      return List.of(); // no .workflow, or one that is not ours to read
    }
  }

  /** The files that mattered in earlier sessions, each with the newest of them. */
  Map<String, String> mattered() {
    Map<String, String> sessions = new LinkedHashMap<>();
    earlier.forEach(one -> one.paths().forEach(path -> sessions.putIfAbsent(path, one.session())));
    return sessions;
  }

  List<JsonFields> historicalConflicts() {
    return earlier.stream()
        .map(one -> Map.entry(one.session(), one.file().path("conflict_detection")))
        .filter(one -> !one.getValue().path("risk_level").asText("none").equals("none"))
        .map(
            one ->
                new JsonFields()
                    .with("session_id", one.getKey())
                    .with("risk_level", one.getValue().path("risk_level"))
                    .with("affected_modules", one.getValue().path("affected_modules"))
                    .with("mitigation_strategy", one.getValue().path("mitigation_strategy")))
        .toList();
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

  /** A list, or the lists of an object one after the other. */
  private static List<JsonNode> flat(JsonNode field) {
    List<JsonNode> items = new ArrayList<>();
    (field.isObject() ? field : List.of(field)).forEach(list -> list.forEach(items::add));
    return items;
  }

  JsonFields brainstorming() {
    Path folder = own.resolve(".brainstorming");
    List<JsonFields> roles = new ArrayList<>();
    try (Stream<Path> walk = Files.walk(folder, 2)) {
      walk.filter(path -> path.getFileName().toString().matches("analysis.*\\.md"))
          .sorted()
          .forEach(
              path ->
                  roles.add(
                      text(path).with("role", path.getName(folder.getNameCount()).toString())));
    } catch (IOException | UncheckedIOException e) {
      roles.clear(); // nobody brainstormed
    }
    return new JsonFields()
        .with("guidance_specification", text(folder.resolve("guidance-specification.md")))
        .with("role_analyses", roles)
        .with("synthesis_output", text(folder.resolve("synthesis-specification.md")));
  }

  private JsonFields text(Path file) {
    Optional<String> text = read(file);
    Path path = file.startsWith(root) ? root.relativize(file) : file;
    return new JsonFields()
        .with("path", path.toString())
        .with("exists", text.isPresent())
        .with("content", Cut.shown(text.orElse(""), LONGEST_TEXT));
  }

  private JsonNode json(Path file) {
    try {
      return WireMapper.get().readTree(read(file).orElse(""));
    } catch (JsonProcessingException malformed) {
      return MissingNode.getInstance();
    }
  }

  /** A file's text; empty when it is none, too large, or elsewhere by a link. */
  private Optional<String> read(Path file) {
    try {
      boolean fits =
          Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
              && Files.size(file) <= MOST_BYTES
              && file.toRealPath().startsWith((file.startsWith(root) ? root : own).toRealPath());
      return fits ? Optional.of(Files.readString(file)) : Optional.empty();
    } catch (IOException unreadable) {
      return Optional.empty();
    }
  }

  /** The dependencies that build files of the root name; the version is empty where none stands. */
  static List<JsonFields> external(UnaryOperator<String> text) {
    Map<String, String> versions = new LinkedHashMap<>();
    BUILD_FILES.keySet().stream()
        .sorted()
        .forEach(
            file -> {
              List<Pattern> patterns = BUILD_FILES.getOrDefault(file, List.of());
              String build = text.apply(file);
              String read = build.substring(0, Math.min(build.length(), LONGEST_BUILD_FILE));
              Matcher list = patterns.get(0).matcher(read);
              while (list.find()) {
                patterns
                    .get(1)
                    .matcher(list.group().replaceFirst("^\"\\w+\"\\s*:", ""))
                    .results()
                    .forEach(
                        one ->
                            versions.putIfAbsent(
                                one.group(1), one.group(2) == null ? "" : one.group(2).strip()));
              }
            });
    return versions.entrySet().stream()
        .limit(MOST_EXTERNAL)
        .map(one -> new JsonFields().with("name", one.getKey()).with("version", one.getValue()))
        .toList();
  }

  private static List<Pattern> patterns(String list, String one) {
    return List.of(Pattern.compile(list), Pattern.compile(one));
  }
}
