package dev.conclave.activities.search;

import dev.conclave.activities.search.index.IndexProgress;
import dev.conclave.activities.search.source.DirectoryTree;
import dev.conclave.activities.search.source.SourceTree;
import dev.conclave.workflows.config.DataFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;

/**
 * What is searched, and where its index is kept.
 *
 * @param tree the files
 * @param git folder whose Git history speaks of them; absent when there is none
 * @param indexFolder of this workspace alone, never in its tree; made when missing
 * @param progress hears how far the index is
 */
public record SearchScope(
    SourceTree tree, Optional<Path> git, Path indexFolder, IndexProgress progress) {

  /**
   * A folder as it is now.
   *
   * @throws IOException when it is missing or no folder; the message names it
   */
  public static SearchScope ofFolder(Path folder, DataFolder data) throws IOException {
    Path key = data.indexes().resolve("folder-" + digest(folder.toAbsolutePath().normalize()));
    DirectoryTree tree = DirectoryTree.of(folder, key.resolve("blob-ids"));
    return new SearchScope(tree, Optional.of(tree.root()), key, IndexProgress.NONE);
  }

  /** A tree of a workspace, whose key names its index. */
  public static SearchScope ofWorkspace(
      SourceTree tree, Optional<Path> git, String key, DataFolder data) {
    return new SearchScope(tree, git, data.indexes().resolve(key), IndexProgress.NONE);
  }

  /** The same, telling how far its index is. */
  public SearchScope telling(IndexProgress hears) {
    return new SearchScope(tree, git, indexFolder, hears);
  }

  private static String digest(Path folder) {
    try {
      byte[] bytes = folder.toString().getBytes(StandardCharsets.UTF_8);
      byte[] sha = MessageDigest.getInstance("SHA-256").digest(bytes);
      return HexFormat.of().formatHex(sha).substring(0, 16);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
