package dev.conclave.activities.workspace;

import dev.conclave.activities.document.AtomicFiles;
import dev.conclave.workflows.host.FailureTypes;
import io.temporal.failure.ApplicationFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * The bare repository of ours that holds one workspace's trees. Its attributes switch off every
 * conversion, so that content is what is on the disk, and no filter of the user's repository runs.
 */
final class TreeRepository {
  static final String ATTRIBUTES = "* -text -filter -ident -working-tree-encoding\n";

  private static final Pattern TREE_ID = Pattern.compile("[0-9a-f]{40}");

  private static final String CONFIG =
      """
      [core]
      \trepositoryformatversion = 0
      \tbare = true
      \tautocrlf = false
      \tsafecrlf = false
      \tlooseCompression = 1
      \tprotectNTFS = false
      \tprotectHFS = false
      [checkout]
      \tworkers = 0
      """;

  private final Git git;
  private final Path folder;

  TreeRepository(Git git, Path folder) {
    this.git = git;
    this.folder = folder;
  }

  Path gitDir() {
    return folder.resolve("git");
  }

  /**
   * Our index over the user's tree: what it was when it was named last, so that only changed files
   * are read.
   */
  Path index() {
    return folder.resolve("index");
  }

  GitPlace place() {
    return GitPlace.bare(gitDir());
  }

  /** Held while a tree is named or objects are packed. */
  PathLock lock() {
    return PathLock.take(folder.resolve("lock"));
  }

  /** Makes the repository when it is missing. */
  void prepare() {
    Path ready = folder.resolve("ready");
    if (Files.exists(ready)) {
      return;
    }
    try {
      AtomicFiles.createPrivateFolders(gitDir());
      git.run(place(), "init", "-q", "--bare", "--template=", "--object-format=sha1");
      Files.createDirectories(gitDir().resolve("info"));
      write(gitDir().resolve("info/attributes"), ATTRIBUTES);
      write(gitDir().resolve("config"), CONFIG);
      write(ready, "");
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make " + folder + ": " + e.getMessage(), e);
    }
  }

  /** Keeps a tree and all below it from being packed away. */
  void keep(String tree) {
    git.run(place(), "update-ref", "refs/conclave/" + tree, tree);
  }

  /**
   * Refuses what is no tree here.
   *
   * @throws ApplicationFailure non-retryable, of type {@link FailureTypes#TREE_MISSING}
   */
  void require(String tree) {
    boolean held =
        TREE_ID.matcher(tree).matches()
            && Files.isDirectory(gitDir())
            && git.says(place(), "rev-parse", "-q", "--verify", tree + "^{tree}");
    if (!held) {
      throw ApplicationFailure.newNonRetryableFailure(
          "tree '"
              + tree
              + "' is not in "
              + folder
              + ": it was removed by age, or belongs to another host or workspace",
          FailureTypes.TREE_MISSING);
    }
  }

  private static void write(Path file, String text) throws IOException {
    AtomicFiles.write(file, text.getBytes(StandardCharsets.UTF_8));
  }
}
