package dev.conclave.activities.artifact;

import dev.conclave.activities.artifact.Sections.Snippet;
import dev.conclave.workflows.discussion.Label;
import dev.conclave.workflows.secret.SecretFilter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The real text of cited lines: the line and five more. */
record Snippets(SourceView source, SecretFilter secrets) {
  private static final int MORE_LINES = 5;
  private static final int MOST_BYTES = 4096;
  private static final Map<String, String> LANGUAGES =
      Map.ofEntries(
          Map.entry("c", "c"),
          Map.entry("cc", "cpp"),
          Map.entry("cpp", "cpp"),
          Map.entry("cs", "csharp"),
          Map.entry("css", "css"),
          Map.entry("go", "go"),
          Map.entry("h", "c"),
          Map.entry("hpp", "cpp"),
          Map.entry("html", "html"),
          Map.entry("java", "java"),
          Map.entry("js", "javascript"),
          Map.entry("json", "json"),
          Map.entry("jsx", "javascript"),
          Map.entry("kt", "kotlin"),
          Map.entry("kts", "kotlin"),
          Map.entry("md", "markdown"),
          Map.entry("php", "php"),
          Map.entry("py", "python"),
          Map.entry("rb", "ruby"),
          Map.entry("rs", "rust"),
          Map.entry("sh", "shell"),
          Map.entry("sql", "sql"),
          Map.entry("toml", "toml"),
          Map.entry("ts", "typescript"),
          Map.entry("tsx", "typescript"),
          Map.entry("xml", "xml"),
          Map.entry("yaml", "yaml"),
          Map.entry("yml", "yaml"));

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
    return LANGUAGES.getOrDefault(extension, "text");
  }
}
