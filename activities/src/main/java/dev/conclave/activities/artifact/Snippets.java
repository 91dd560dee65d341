package dev.conclave.activities.artifact;

import dev.conclave.activities.artifact.Sections.Snippet;
import dev.conclave.workflows.discussion.Label;
import dev.conclave.workflows.secret.SecretFilter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The real text of cited lines: the line and five more. */
record Snippets(SourceView source, SecretFilter secrets) {
  private static final int MORE_LINES = 5;
  private static final int MOST_BYTES = 4096;

  /** Names of languages whose files end otherwise. */
  private static final Map<String, String> LANGUAGES =
      Stream.of(
              "cc cpp",
              "cs csharp",
              "h c",
              "hpp cpp",
              "js javascript",
              "jsx javascript",
              "kt kotlin",
              "kts kotlin",
              "md markdown",
              "py python",
              "rb ruby",
              "rs rust",
              "sh shell",
              "ts typescript",
              "tsx typescript",
              "yml yaml")
          .map(entry -> entry.split(" "))
          .collect(Collectors.toMap(entry -> entry[0], entry -> entry[1]));

  private static final Set<String> OWN_NAMES =
      Set.of("c", "cpp", "css", "go", "html", "java", "json", "php", "sql", "toml", "xml", "yaml");

  /**
   * The lines from {@code line} on, fewer where the file ends or they are very long.
   *
   * @return empty when there is no such line, or the file is one that is never shown
   */
  Optional<Snippet> at(String path, int line, Optional<Label> comment) {
    if (line < 1 || secrets.neverSend(path)) {
      return Optional.empty();
    }
    List<String> lines = source.lines(path, line, line + MORE_LINES);
    while (!lines.isEmpty() && bytes(lines) > MOST_BYTES) {
      lines = lines.subList(0, lines.size() - 1);
    }
    return lines.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Snippet(
                line, line + lines.size() - 1, String.join("\n", lines), language(path), comment));
  }

  private static int bytes(List<String> lines) {
    return String.join("\n", lines).getBytes(StandardCharsets.UTF_8).length;
  }

  private static String language(String path) {
    String extension = path.substring(path.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    return LANGUAGES.getOrDefault(extension, OWN_NAMES.contains(extension) ? extension : "text");
  }
}
