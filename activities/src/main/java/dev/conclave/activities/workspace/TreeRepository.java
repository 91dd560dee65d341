package dev.conclave.activities.workspace;

import dev.conclave.activities.document.AtomicFiles;
import dev.conclave.activities.git.Git;
import dev.conclave.activities.git.GitPlace;
import dev.conclave.workflows.temporal.FailureTypes;
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
      """;

  /**
   * From this version on, many files added by one command come into one pack when they count as
   * big, in a quarter of the time and without a file for each. Before it, each would get a pack.
   */
  private static final int[] PACKS_MANY = {2, 37};

  private static final String EVERY_FILE_IS_BIG = "\tbigFileThreshold = 1\n";

  /** More packs than that make reading slow. */
  private static final int MOST_PACKS = 24;

  /** A 256th of the loose objects that are too many; they are spread evenly by their ids. */
  private static final int MOST_LOOSE_IN_ONE_FOLDER = 12;

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
      boolean packsMany = git.isAtLeast(place(), PACKS_MANY[0], PACKS_MANY[1]);
      write(gitDir().resolve("config"), packsMany ? CONFIG + EVERY_FILE_IS_BIG : CONFIG);
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
   * Packs what has come together; its lock is held. All trees have refs, so nothing is lost.
   * Without deltas: they cost more than they save here.
   */
  void packWhenDue() {
    if (count("objects/pack") > 2 * MOST_PACKS || count("objects/17") > MOST_LOOSE_IN_ONE_FOLDER) {
      git.run(
          place(), Git.ALL_FILES_TIMEOUT, new byte[0], "repack", "-a", "-d", "-q", "--window=0");
    }
  }

  private long count(String inside) {
    String[] names = gitDir().resolve(inside).toFile().list();
    return names == null ? 0 : names.length;
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
              + ": it was removed, or belongs to another host or workspace",
          FailureTypes.TREE_MISSING);
    }
  }

  private static void write(Path file, String text) throws IOException {
    AtomicFiles.write(file, text.getBytes(StandardCharsets.UTF_8));
  }
}
