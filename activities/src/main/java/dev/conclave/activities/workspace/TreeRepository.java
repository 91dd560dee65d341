package dev.conclave.activities.workspace;

import dev.conclave.activities.document.AtomicFiles;
import dev.conclave.activities.git.Git;
import dev.conclave.activities.git.GitFailed;
import dev.conclave.activities.git.GitPlace;
import dev.conclave.activities.git.RawNames;
import dev.conclave.activities.workspace.GitTrees.LeftOut;
import dev.conclave.workflows.temporal.FailureTypes;
import io.temporal.failure.ApplicationFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The bare repository of ours that holds one workspace's trees. Its attributes switch off every
 * conversion, so that content is what is on the disk, and no filter of the user's repository runs.
 */
record TreeRepository(Git git, Path folder) {
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
  private static final int MOST_PACKS = 48;

  /** A 256th of the loose objects that are too many; they are spread evenly by their ids. */
  private static final int MOST_LOOSE_IN_ONE_FOLDER = 12;

  /** So many files may be refused one by one; with more, something else is wrong. */
  private static final int MOST_REFUSED = 500;

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

  /**
   * Makes the index hold these files of a folder and no others; the lock is held.
   *
   * @return why Git did not take those that are there and not in the index, by raw name
   */
  Map<String, LeftOut> hold(Path root, Set<String> files) {
    GitPlace place = GitPlace.over(gitDir(), root, index());
    try {
      // Left by a Git that was killed; nobody else can hold it.
      Files.deleteIfExists(folder.resolve("index.lock"));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot remove the stale lock of " + index(), e);
    }
    Set<String> gone = names(place);
    gone.removeAll(files);
    if (!gone.isEmpty()) {
      remove(place, gone);
    }
    Map<String, LeftOut> refused = new LinkedHashMap<>();
    updateByHalves(place, List.copyOf(files), refused);
    // Git passes over some names without a word that counts, and over files gone meanwhile.
    Set<String> held = names(place);
    files.stream()
        .filter(raw -> !held.contains(raw))
        .filter(raw -> Files.exists(RawNames.path(root, raw), LinkOption.NOFOLLOW_LINKS))
        .forEach(raw -> refused.put(raw, refused(raw)));
    return refused;
  }

  private static LeftOut refused(String raw) {
    return new LeftOut(RawNames.text(raw), "refused by Git");
  }

  /** How many files the index of a folder holds. */
  int held(Path root) {
    return names(GitPlace.over(gitDir(), root, index())).size();
  }

  private Set<String> names(GitPlace place) {
    return new LinkedHashSet<>(RawNames.split(git.run(place, "ls-files", "-z")));
  }

  /** Git refuses a whole batch for one file; here the batch is rid of it. */
  private void updateByHalves(GitPlace place, List<String> files, Map<String, LeftOut> refused) {
    try {
      update(place, files, "--add", "--remove", "--replace");
    } catch (GitFailed e) {
      if (files.isEmpty() || refused.size() > MOST_REFUSED) {
        throw e;
      }
      if (files.size() == 1) {
        refused.put(files.get(0), refused(files.get(0)));
        remove(place, files);
        return;
      }
      int middle = files.size() / 2;
      updateByHalves(place, files.subList(0, middle), refused);
      updateByHalves(place, files.subList(middle, files.size()), refused);
    }
  }

  /** Removes entries from an index. */
  void remove(GitPlace place, Iterable<String> files) {
    update(place, files, "--force-remove");
  }

  private void update(GitPlace place, Iterable<String> files, String... how) {
    List<String> command = new ArrayList<>(List.of("update-index", "-z"));
    command.addAll(List.of(how));
    command.add("--stdin");
    git.run(place, Git.ALL_FILES_TIMEOUT, RawNames.join(files), command.toArray(String[]::new));
  }

  /** The tree of an index, kept from being packed away. */
  String writeTree(GitPlace place) {
    String tree = git.line(place, "write-tree");
    git.run(place(), "update-ref", "refs/conclave/" + tree, tree);
    return tree;
  }

  /**
   * Packs what has come together; its lock is held. All trees have refs, so nothing is lost.
   * Without deltas: they cost more than they save here.
   */
  void packWhenDue() {
    if (count("objects/pack") > MOST_PACKS || count("objects/17") > MOST_LOOSE_IN_ONE_FOLDER) {
      String[] command = {"repack", "-a", "-d", "-q", "--window=0"};
      git.run(place(), Git.ALL_FILES_TIMEOUT, new byte[0], command);
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
          "tree '%s' is not in %s: it was removed, or belongs to another host or workspace"
              .formatted(tree, folder),
          FailureTypes.TREE_MISSING);
    }
  }

  private static void write(Path file, String text) throws IOException {
    AtomicFiles.write(file, text.getBytes(StandardCharsets.UTF_8));
  }
}
