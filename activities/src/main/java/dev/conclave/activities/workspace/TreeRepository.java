package dev.conclave.activities.workspace;

import dev.conclave.activities.document.AtomicFiles;
import dev.conclave.activities.document.Folders;
import dev.conclave.activities.document.PathLock;
import dev.conclave.activities.git.Git;
import dev.conclave.activities.git.GitFailed;
import dev.conclave.activities.git.GitPlace;
import dev.conclave.activities.git.RawNames;
import dev.conclave.activities.workspace.GitTrees.LeftOut;
import dev.conclave.workflows.temporal.FailureTypes;
import dev.conclave.workflows.text.Digests;
import io.temporal.failure.ApplicationFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Our bare repository for a workspace's trees. Its attributes disable all conversions and filters,
 * so that content is exactly what is on disk.
 */
record TreeRepository(Git git, Path folder) {
  static final String ATTRIBUTES = "* -text -filter -ident -working-tree-encoding\n";

  private static final String SUBMODULE = "160000 ";
  private static final Pattern TREE_ID = Pattern.compile("[0-9a-f]{40}");

  /** Shared, because a worker that runs as root runs calls as another user, who reads objects. */
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
      \tsharedRepository = 0644
      """;

  /**
   * Since this version, files that count as big and are added together share one pack, four times
   * faster than loose objects; before it, each gets its own pack.
   */
  private static final int[] PACKS_MANY = {2, 37};

  private static final String EVERY_FILE_IS_BIG = "\tbigFileThreshold = 1\n";

  /** With more packs, reading becomes slow. */
  private static final int MOST_PACKS = 48;

  /** 1/256 of the limit for loose objects, which are spread evenly by id. */
  private static final int MOST_LOOSE_IN_ONE_FOLDER = 12;

  /**
   * Files that we never create, and that would lead Git to other objects, settings or programs.
   * Anyone with write access to the data folder could create them.
   */
  private static final List<String> STRANGE =
      List.of(
          ("hooks commondir config.worktree info/grafts info/exclude refs/replace"
                  + " objects/info/alternates objects/info/http-alternates")
              .split(" "));

  /**
   * Digests of indexes as this process left them. An index tells which files need not be read, so
   * an index that another process wrote is rebuilt.
   */
  private static final Map<Path, String> INDEXES = new ConcurrentHashMap<>();

  /** Git may refuse single files; with more refusals, something else is wrong. */
  private static final int MOST_REFUSED = 500;

  Path gitDir() {
    return folder.resolve("git");
  }

  /** Our index of the user's tree, kept so that only changed files are read. */
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

  /** Creates it if it is missing, and repairs unexpected content. */
  @SuppressWarnings("try") // a lock is held, not used
  TreeRepository prepare() {
    try {
      if (!isSound()) {
        try (PathLock held = lock()) {
          if (!Files.exists(ready()) || !Files.isDirectory(gitDir(), LinkOption.NOFOLLOW_LINKS)) {
            Folders.delete(gitDir());
            Files.deleteIfExists(index());
          }
          make(git, gitDir(), true);
          AtomicFiles.write(ready(), "");
        }
      }
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make " + folder + ": " + e.getMessage(), e);
    }
  }

  /**
   * Prepares a repository whose content exists nowhere else: repairs it, but never recreates it.
   */
  TreeRepository prepareKept() {
    try {
      if (!Files.exists(ready()) && Files.exists(gitDir().resolve("refs/conclave"))) {
        AtomicFiles.write(ready(), "");
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot repair " + folder + ": " + e.getMessage(), e);
    }
    return prepare();
  }

  private Path ready() {
    return folder.resolve("ready");
  }

  private boolean isSound() throws IOException {
    return Files.exists(ready()) && isSound(gitDir(), CONFIG, CONFIG + EVERY_FILE_IS_BIG);
  }

  private static boolean isSound(Path gitDir, String... configs) throws IOException {
    return Files.isDirectory(gitDir, LinkOption.NOFOLLOW_LINKS)
        && List.of(configs).contains(text(gitDir.resolve("config")))
        && text(gitDir.resolve("info/attributes")).equals(ATTRIBUTES)
        && STRANGE.stream()
            .noneMatch(name -> Files.exists(gitDir.resolve(name), LinkOption.NOFOLLOW_LINKS));
  }

  private static String text(Path file) throws IOException {
    return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) ? Files.readString(file) : "";
  }

  /** Creates a bare repository, or restores its settings. */
  static void make(Git git, Path gitDir, boolean packs) throws IOException {
    for (String name : STRANGE) {
      Folders.delete(gitDir.resolve(name));
    }
    AtomicFiles.createPrivateFolders(gitDir);
    // Before the first command, which obeys these files.
    AtomicFiles.write(gitDir.resolve("config"), CONFIG);
    AtomicFiles.createPrivateFolders(gitDir.resolve("info"));
    AtomicFiles.write(gitDir.resolve("info/attributes"), ATTRIBUTES);
    GitPlace place = GitPlace.bare(gitDir);
    git.run(place, "init", "-q", "--bare", "--template=", "--object-format=sha1");
    boolean packsMany = packs && git.isAtLeast(place, PACKS_MANY[0], PACKS_MANY[1]);
    AtomicFiles.write(gitDir.resolve("config"), packsMany ? CONFIG + EVERY_FILE_IS_BIG : CONFIG);
  }

  /** Marks it for recreation before its next use, because its content cannot be trusted. */
  void discard() {
    try {
      Files.deleteIfExists(ready());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot discard " + folder + ": " + e.getMessage(), e);
    }
  }

  /**
   * Makes a Git folder over its objects in which Git converts content as for the user, but without
   * filters, which are programs. The lock must be held; the caller deletes the folder.
   */
  Path converting(UserRepository user) throws IOException {
    Path view = folder.resolve("view");
    Folders.delete(view);
    AtomicFiles.createPrivateFolders(view.resolve("info"));
    AtomicFiles.createPrivateFolders(view.resolve("refs"));
    Files.createSymbolicLink(view.resolve("objects"), gitDir().resolve("objects"));
    AtomicFiles.write(view.resolve("HEAD"), "ref: refs/heads/none\n");
    StringBuilder config = new StringBuilder(CONFIG);
    user.conversions()
        .forEach(
            (name, value) -> config.append("\t%s = %s\n".formatted(name, value.replace("\n", ""))));
    AtomicFiles.write(view.resolve("config"), config.toString());
    Files.write(view.resolve("info/attributes"), user.attributes());
    Files.writeString(view.resolve("info/attributes"), "\n* -filter\n", StandardOpenOption.APPEND);
    return view;
  }

  /**
   * Makes the index contain exactly these files of a folder; returns those that Git refused, by raw
   * name. The lock must be held.
   */
  Map<String, LeftOut> hold(Path root, Set<String> files) {
    GitPlace place = GitPlace.over(gitDir(), root, index());
    try {
      // Left by a killed Git process; our lock excludes any other holder.
      Files.deleteIfExists(folder.resolve("index.lock"));
      if (!digest().equals(INDEXES.get(index()))) {
        Files.deleteIfExists(index());
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot remove the stale lock of " + index(), e);
    }
    Set<String> gone = names(place);
    gone.removeAll(files);
    if (!gone.isEmpty()) {
      remove(place, gone);
    }
    return update(place, root, files);
  }

  /**
   * Adds the current content of these files to an index, and removes missing ones; returns those
   * that Git refused, by raw name.
   */
  Map<String, LeftOut> update(GitPlace place, Path root, Set<String> files) {
    Map<String, LeftOut> refused = new LinkedHashMap<>();
    updateByHalves(place, List.copyOf(files), refused);
    // Git silently skips some names, and files that have disappeared.
    Set<String> held = names(place);
    files.stream()
        .filter(raw -> !held.contains(raw))
        .filter(raw -> Files.exists(RawNames.path(root, raw), LinkOption.NOFOLLOW_LINKS))
        .forEach(raw -> refused.put(raw, refused(raw)));
    return refused;
  }

  /** Trusts the current index at its next use. The lock must be held. */
  void trustIndex() {
    try {
      INDEXES.put(index(), digest());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + index(), e);
    }
  }

  private String digest() throws IOException {
    return Files.exists(index())
        ? HexFormat.of().formatHex(Digests.newSha256().digest(Files.readAllBytes(index())))
        : "";
  }

  private static LeftOut refused(String raw) {
    return new LeftOut(RawNames.text(raw), "refused by Git");
  }

  int held(Path root) {
    return names(GitPlace.over(gitDir(), root, index())).size();
  }

  Set<String> names(GitPlace place) {
    return new LinkedHashSet<>(RawNames.split(git.run(place, "ls-files", "-z")));
  }

  /** Git refuses a whole batch because of one file, so the batch is halved to find it. */
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

  void remove(GitPlace place, Iterable<String> files) {
    update(place, files, "--force-remove");
  }

  private void update(GitPlace place, Iterable<String> files, String... how) {
    List<String> command = new ArrayList<>(List.of("update-index", "-z"));
    command.addAll(List.of(how));
    command.add("--stdin");
    git.run(place, Git.ALL_FILES_TIMEOUT, RawNames.join(files), command.toArray(String[]::new));
  }

  /**
   * Imports files of another repository as a tree, under the same ids. Leaves out entries that are
   * not files, and those too large for our trees. The lock must be held.
   *
   * @param entries raw lines of {@code ls-tree} or of {@code ls-files -s}
   */
  ChangedTrees.ImportedTree importFiles(GitPlace from, List<String> entries) throws IOException {
    Map<String, String> apart = new LinkedHashMap<>();
    List<String> files = new ArrayList<>();
    for (String entry : entries) {
      if (entry.startsWith(SUBMODULE)) {
        apart.put(RawNames.text(path(entry)), "submodule at " + id(entry));
      } else {
        files.add(entry);
      }
    }
    Set<String> tooLarge =
        copy(from, files.stream().map(TreeRepository::id).distinct().toList(), TreeFiles.LARGEST);
    files.removeIf(
        entry -> {
          boolean large = tooLarge.contains(id(entry));
          if (large) {
            apart.put(RawNames.text(path(entry)), "too large, as " + id(entry));
          }
          return large;
        });
    Path index = folder.resolve("index-of-change");
    Files.deleteIfExists(index);
    GitPlace place = new GitPlace(gitDir(), gitDir(), null, index, List.of());
    String[] command = {"update-index", "-z", "--index-info"};
    git.run(place, Git.ALL_FILES_TIMEOUT, RawNames.join(files), command);
    String tree = writeTree(place);
    Files.deleteIfExists(index);
    packWhenDue();
    return new ChangedTrees.ImportedTree(tree, apart);
  }

  /** Returns the object id, which precedes the stage number or the path. */
  private static String id(String entry) {
    String[] fields = entry.substring(0, entry.indexOf('\t')).split(" ");
    return fields[1].matches("blob|commit|tree") ? fields[2] : fields[1];
  }

  /** Copies a tree of another repository with all its objects. The lock must be held. */
  void importTree(GitPlace from, String tree) {
    String[] command = {"ls-tree", "-r", "-t", "-z", "--full-tree", tree};
    Stream<String> inside =
        RawNames.split(git.run(from, Git.ALL_FILES_TIMEOUT, new byte[0], command)).stream()
            .filter(entry -> !entry.startsWith(SUBMODULE))
            .map(TreeRepository::id);
    copy(from, Stream.concat(Stream.of(tree), inside).distinct().toList(), Long.MAX_VALUE);
    keep(tree);
  }

  private static String path(String entry) {
    return entry.substring(entry.indexOf('\t') + 1);
  }

  /** Copies missing objects; returns the ids that are too large. */
  private Set<String> copy(GitPlace from, List<String> ids, long most) {
    Set<String> tooLarge = new HashSet<>();
    List<String> batch = new ArrayList<>();
    long bytes = 0;
    for (String answer : sizes(from, missing(ids))) {
      String[] fields = answer.split(" ");
      long size = fields.length == 3 ? Long.parseLong(fields[2]) : 0;
      if (size > most) {
        tooLarge.add(fields[0]);
        continue;
      }
      if (bytes + size > TreeFiles.LARGEST) {
        copyAll(from, batch);
        batch.clear();
        bytes = 0;
      }
      batch.add(fields[0]);
      bytes += size;
    }
    copyAll(from, batch);
    return tooLarge;
  }

  private List<String> missing(List<String> ids) {
    return sizes(place(), ids).stream()
        .filter(answer -> answer.endsWith(" missing"))
        .map(answer -> answer.substring(0, answer.indexOf(' ')))
        .toList();
  }

  /** Returns {@code id type size} of each object, or {@code id missing}. */
  private List<String> sizes(GitPlace place, List<String> ids) {
    byte[] wanted = String.join("\n", ids).concat("\n").getBytes(StandardCharsets.US_ASCII);
    String[] command = {"cat-file", "--batch-check"};
    return ids.isEmpty()
        ? List.of()
        : new String(
                git.run(place, Git.ALL_FILES_TIMEOUT, wanted, command), StandardCharsets.US_ASCII)
            .lines()
            .toList();
  }

  private void copyAll(GitPlace from, List<String> ids) {
    if (!ids.isEmpty()) {
      byte[] wanted = String.join("\n", ids).concat("\n").getBytes(StandardCharsets.US_ASCII);
      byte[] pack =
          git.run(
              from, Git.ALL_FILES_TIMEOUT, wanted, "pack-objects", "--stdout", "-q", "--window=0");
      // Git recomputes every id while unpacking.
      git.run(place(), Git.ALL_FILES_TIMEOUT, pack, "unpack-objects", "-q");
    }
  }

  /** Writes the tree of an index, with a ref that protects it from pruning. */
  String writeTree(GitPlace place, String... part) {
    String[] command =
        Stream.concat(Stream.of("write-tree"), Stream.of(part)).toArray(String[]::new);
    String tree = git.line(place, command);
    keep(tree);
    return tree;
  }

  /** Protects an object, and everything it refers to, from pruning. The lock must be held. */
  void keep(String id) {
    git.run(place(), "update-ref", "refs/conclave/" + id, id);
  }

  /** Returns whether an object is protected from pruning, and therefore complete. */
  boolean keeps(String id) {
    return TREE_ID.matcher(id).matches()
        && git.succeeds(place(), "show-ref", "--verify", "-q", "refs/conclave/" + id);
  }

  /** Packs objects without deltas, which cost more than they save. The lock must be held. */
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

  boolean holds(String tree) {
    return TREE_ID.matcher(tree).matches() && git.succeeds(place(), "cat-file", "-e", tree);
  }

  /** Refuses a missing tree with {@link FailureTypes#TREE_MISSING}, non-retryable. */
  void require(String tree) {
    if (!holds(tree)) {
      throw ApplicationFailure.newNonRetryableFailure(
          "tree '%s' is not in %s: it was removed, or belongs to another host or workspace"
              .formatted(tree, folder),
          FailureTypes.TREE_MISSING);
    }
  }
}
