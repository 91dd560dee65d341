package dev.conclave.activities.search;

import dev.conclave.activities.search.index.IndexProgress;
import dev.conclave.activities.search.source.DirectoryTree;
import dev.conclave.activities.search.source.SourceTree;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.temporal.Digests;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What is searched, and where its index is kept. To be closed after the search.
 *
 * @param tree the files
 * @param git folder whose Git history speaks of them; absent when there is none
 * @param indexFolder of this workspace alone, never in its tree; made when missing
 * @param progress hears how far the index is
 */
public record SearchScope(
    SourceTree tree, Optional<Path> git, Path indexFolder, IndexProgress progress)
    implements Closeable {

  /**
   * A folder as it is now.
   *
   * @throws IOException when it is missing or no folder; the message names it
   */
  public static SearchScope ofFolder(Path folder, DataFolder data) throws IOException {
    Path absolute = folder.toAbsolutePath().normalize();
    Path key =
        data.indexes().resolve("folder-" + Digests.sha256(absolute.toString()).substring(0, 16));
    DirectoryTree tree = DirectoryTree.of(folder, key);
    return new SearchScope(tree, Optional.of(tree.root()), key, IndexProgress.NONE);
  }

  /** The same, telling how far its index is. */
  public SearchScope telling(IndexProgress hears) {
    return new SearchScope(tree, git, indexFolder, hears);
  }

  @Override
  public void close() throws IOException {
    tree.close();
  }
}
