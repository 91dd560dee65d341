package dev.conclave.activities.artifact;

import dev.conclave.activities.search.index.ImportGraph;
import dev.conclave.activities.search.index.IndexedFile;
import dev.conclave.activities.search.source.Eligibility;
import dev.conclave.activities.search.source.Language;
import dev.conclave.activities.search.source.SourceParser;
import dev.conclave.activities.search.source.SourceText;
import dev.conclave.activities.workspace.TreeFiles;
import dev.conclave.activities.workspace.TreeFiles.TreeFile;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The source of a named tree. Files of secrets, links and files over 1 MiB show nothing. */
public final class TreeSource implements SourceView {
  private final TreeFiles files;

  /** The source behind {@code files}. */
  public TreeSource(TreeFiles files) {
    this.files = files;
  }

  @Override
  public List<String> lines(String path, int from, int to) {
    return text(path)
        .map(text -> text.lines().skip(from - 1L).limit(to - from + 1L).toList())
        .orElse(List.of());
  }

  @Override
  public List<Use> uses(Set<String> paths) {
    ImportGraph graph =
        new ImportGraph(
            files.list().stream().map(file -> indexed(file, paths.contains(file.path()))).toList());
    return paths.stream()
        .flatMap(
            path ->
                graph.importsOf(path).stream()
                    .map(target -> new Use(path, target, Relationship.IMPORTS)))
        .toList();
  }

  /** Only the files that are asked about are parsed; of the others the path is enough. */
  private IndexedFile indexed(TreeFile file, boolean parsed) {
    List<String> imports =
        parsed
            ? text(file.path())
                .map(text -> SourceParser.parse(file.path(), text).imports())
                .orElse(List.of())
            : List.of();
    return new IndexedFile(file.path(), file.blob(), Language.of(file.path()), List.of(), imports);
  }

  private Optional<String> text(String path) {
    return files
        .find(path)
        .filter(file -> !file.isLink() && file.size() <= Eligibility.MAX_BYTES)
        .filter(file -> !Eligibility.isSecret(path))
        .flatMap(file -> SourceText.of(files.bytes(file)));
  }
}
