package dev.conclave.activities.artifact;

import dev.conclave.activities.search.index.ImportGraph;
import dev.conclave.activities.search.index.IndexedFile;
import dev.conclave.activities.search.source.Eligibility;
import dev.conclave.activities.search.source.Language;
import dev.conclave.activities.search.source.SourceParser;
import dev.conclave.activities.search.source.SourceText;
import dev.conclave.activities.workspace.TreeFiles;
import dev.conclave.activities.workspace.TreeFiles.TreeFile;
import dev.conclave.workflows.model.LocalizedText;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Source files of a tree that may be shown: no secrets, no links, at most 1 MiB. */
public record TreeSource(
    Collection<String> paths, Function<String, Optional<String>> reader, Runnable closing)
    implements AutoCloseable {
  static final TreeSource NONE = new TreeSource(List.of(), path -> Optional.empty(), () -> {});

  private static final int SNIPPET_LINES = 6;
  private static final int SNIPPET_BYTES = 4096;

  public static TreeSource of(TreeFiles files) {
    return new TreeSource(
        files.list().stream().map(TreeFile::path).toList(),
        path ->
            files
                .find(path)
                .filter(file -> !file.isLink() && file.size() <= Eligibility.MAX_BYTES)
                .flatMap(file -> SourceText.of(files.bytes(file))),
        files::close);
  }

  /**
   * Returns a line and the five after it, fewer if they are very long; empty if there is no such
   * line or the file is never shown.
   */
  Optional<JsonFields> snippet(String path, int line, @Nullable LocalizedText comment) {
    if (line < 1) {
      return Optional.empty();
    }
    List<String> lines = text(path).lines().skip(line - 1L).limit(SNIPPET_LINES).toList();
    while (String.join("\n", lines).getBytes(StandardCharsets.UTF_8).length > SNIPPET_BYTES) {
      lines = lines.subList(0, lines.size() - 1);
    }
    if (lines.isEmpty()) {
      return Optional.empty();
    }
    Language language = Language.of(path);
    return Optional.of(
        new JsonFields()
            .with("startLine", line)
            .with("endLine", line + lines.size() - 1)
            .with("code", String.join("\n", lines))
            .with("language", language.isCode() ? FileSpelling.of(language) : "text")
            .with("comment", comment));
  }

  ImportGraph imports(Set<String> importers) {
    return new ImportGraph(
        paths.stream()
            .map(path -> indexed(path, importers.contains(path) ? text(path) : ""))
            .toList(),
        this::text);
  }

  private static IndexedFile indexed(String path, String text) {
    List<String> imports = text.isEmpty() ? List.of() : SourceParser.parse(path, text).imports();
    return IndexedFile.importing(path, imports);
  }

  /** Returns a file's text; empty if it is missing or never shown. */
  public String text(String path) {
    return Eligibility.isSecret(path) ? "" : reader.apply(path).orElse("");
  }

  @Override
  public void close() {
    closing.run();
  }
}
