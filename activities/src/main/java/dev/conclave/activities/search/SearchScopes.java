package dev.conclave.activities.search;

import dev.conclave.activities.search.index.IndexProgress;
import dev.conclave.activities.search.source.SourceFile;
import dev.conclave.activities.search.source.SourceTree;
import dev.conclave.activities.workspace.GitTrees;
import dev.conclave.activities.workspace.TreeFiles;
import dev.conclave.workflows.api.Workspace;
import dev.conclave.workflows.config.DataFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Scopes of tree ids: the files come from our own repository of trees, the history from the
 * workspace's.
 */
public record SearchScopes(GitTrees trees, DataFolder data) {

  /** The scope of a tree. */
  public SearchScope open(Workspace workspace, String tree) {
    return new SearchScope(
        new NamedTree(trees.files(workspace, tree)),
        workspace.git() ? Optional.of(Path.of(workspace.path())) : Optional.empty(),
        data.indexes().resolve(workspace.key()),
        IndexProgress.NONE);
  }

  /** Links are left out: what they lead to is listed under its own path, or lies outside. */
  private record NamedTree(TreeFiles tree) implements SourceTree {

    @Override
    public Iterable<SourceFile> files() {
      return tree.list().stream()
          .filter(file -> !file.isLink())
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

    @Override
    public void close() {
      tree.close();
    }
  }
}
