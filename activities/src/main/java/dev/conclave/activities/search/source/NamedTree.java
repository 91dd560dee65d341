package dev.conclave.activities.search.source;

import dev.conclave.activities.workspace.TreeFile;
import dev.conclave.activities.workspace.TreeFiles;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * The files of a Git tree id, whatever happens to the workspace meanwhile. Links are left out: what
 * they lead to is listed under its own path, or lies outside.
 *
 * @param tree closed by whoever opened it
 */
public record NamedTree(TreeFiles tree) implements SourceTree {

  @Override
  public Iterable<SourceFile> files() {
    return tree.list().stream()
        .filter(file -> file.kind() != TreeFile.Kind.LINK)
        .map(file -> new SourceFile(file.path(), file.blob(), file.size()))
        .toList();
  }

  @Override
  public byte[] read(SourceFile file) throws IOException {
    try {
      return tree.bytes(file.path())
          .orElseThrow(() -> new IOException("not there: " + file.path()));
    } catch (UncheckedIOException e) {
      throw new IOException(e.getMessage(), e);
    }
  }
}
