package dev.conclave.activities.workspace;

import dev.conclave.activities.document.AtomicFiles;
import dev.conclave.activities.document.Folders;
import dev.conclave.activities.document.PathLock;
import dev.conclave.activities.git.Git;
import dev.conclave.activities.git.GitFailed;
import dev.conclave.activities.git.GitPlace;
import dev.conclave.activities.git.RawNames;
import dev.conclave.activities.git.Repository;
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
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * A tree checked out for one program that may write to it. Its {@code .git} is recreated each time
 * and never read: our own index names the result. Not thread-safe.
 */
public final class WorkFolder implements CallPlace {
  static final String INDEX = "index";

  /** Contains the key of the complete setup result. */
  static final String READY = "ready";

  private static final String MADE = "made";
  private static final String MAKING = "making";
  private static final String HOME_MADE = "home-made";

  private static final String GIT = ".git";
  private static final int MOST_NESTED = 500;
  private static final int MOST_FILES = 200_000;

  private static final String CONFIG =
      """
      [core]
      \trepositoryformatversion = 0
      \tbare = false
      \tautocrlf = false
      [gc]
      \tauto = 0
      [user]
      \tname = Conclave
      \temail = conclave@localhost
      """;

  private final ExecutionRepository repository;
  private final Path slot;
  private final String tree;
  private final SnapshotContent content;
  private final TreeRepository objects;
  private final boolean reopened;
  private final PathLock lock;
  private boolean detached;
  private boolean closed;

  WorkFolder(
      ExecutionRepository repository,
      Path slot,
      String tree,
      SnapshotContent content,
      TreeRepository objects,
      boolean reopened,
      PathLock lock) {
    this.repository = repository;
    this.slot = slot;
    this.tree = tree;
    this.content = content;
    this.objects = objects;
    this.reopened = reopened;
    this.lock = lock;
  }

  /** The tree that a program left, and the files that could not be added to it. */
  public record Result(String tree, List<LeftOut> leftOut) {}

  @Override
  public Path path() {
    return slot.resolve("tree");
  }

  @Override
  public boolean isReopened() {
    return reopened;
  }

  @Override
  public List<String> leftOut() {
    return content.leftOut().stream().map(RawNames::text).sorted().toList();
  }

  /** A sandbox must make it readable, because {@code .git} refers to it. */
  @Override
  public Optional<Path> objects() {
    return Optional.of(objectFolder());
  }

  private Path objectFolder() {
    return objects.gitDir().resolve("objects");
  }

  /** Checks out the tree again, and removes all changes except those of {@link #keepMade}. */
  @Override
  public void reset() {
    try {
      if (!keptIsWhole()) {
        wipe();
      }
      Files.createDirectories(path());
      Folders.delete(path().resolve(GIT));
      try {
        checkOut();
      } catch (GitFailed | IOException | UncheckedIOException damaged) {
        wipe();
        Files.createDirectories(path());
        checkOut();
      }
      verify();
      include();
      makeGit();
      Folders.delete(home());
      Files.createDirectories(home());
      if (Files.exists(slot.resolve(HOME_MADE))) {
        Folders.copy(slot.resolve(HOME_MADE), home());
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot check out in " + slot + ": " + e.getMessage(), e);
    }
  }

  private void wipe() throws IOException {
    for (String each : List.of(READY, MADE, INDEX, "tree", "home", HOME_MADE)) {
      Folders.delete(slot.resolve(each));
    }
  }

  /** Keeps the home folder, for example caches, of programs that ran on the user's own tree. */
  public void keepHome() {
    try {
      Folders.delete(slot.resolve(HOME_MADE));
      Files.move(home(), slot.resolve(HOME_MADE));
      Files.createDirectories(home());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot keep the home folder in " + slot, e);
    }
  }

  /** Returns the home folder of programs; each reset restores its kept content. */
  public Path home() {
    return slot.resolve("home");
  }

  /**
   * Returns whether setup is complete: {@link #keepMade} was called with this key, and its result
   * is unchanged.
   */
  public boolean isReady(String key) {
    try {
      Path ready = slot.resolve(READY);
      return Files.exists(ready) && Files.readString(ready).equals(key);
    } catch (IOException e) {
      return false;
    }
  }

  /** Starts setup from scratch; returns a new number for it. */
  public String clear() {
    try {
      wipe();
      reset();
      String number = UUID.randomUUID().toString();
      AtomicFiles.write(slot.resolve(MAKING), number);
      return number;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot clear " + slot + ": " + e.getMessage(), e);
    }
  }

  /** Returns the number of a setup that an earlier attempt of this holder began; empty if none. */
  public Optional<String> making() {
    try {
      Path making = slot.resolve(MAKING);
      return reopened && Files.exists(making)
          ? Optional.of(Files.readString(making))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Keeps new ignored files and the home folder across resets. */
  public void keepMade(String key) {
    try {
      Set<String> names = objects.names(place());
      Set<String> others = new HashSet<>(untracked(new ArrayList<>()));
      if (Files.exists(repository.included())) {
        others.addAll(SnapshotScan.of(repository.included()).stamps().keySet());
      }
      StringBuilder made = new StringBuilder();
      for (Map.Entry<String, String> entry : SnapshotScan.of(path()).stamps().entrySet()) {
        String raw = entry.getKey();
        boolean ours = raw.equals(GIT + "/") || raw.startsWith(GIT + "/");
        if (!ours && !names.contains(raw) && !others.contains(raw)) {
          String content = raw.endsWith("/") ? "" : content(raw);
          made.append(String.join("\0", raw, entry.getValue(), content)).append('\0');
        }
      }
      AtomicFiles.write(slot.resolve(MADE), made.toString().getBytes(StandardCharsets.ISO_8859_1));
      Folders.delete(slot.resolve(HOME_MADE));
      Folders.copy(home(), slot.resolve(HOME_MADE));
      AtomicFiles.write(slot.resolve(READY), key);
      Files.deleteIfExists(slot.resolve(MAKING));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot keep the setup result in " + slot, e);
    }
  }

  /** Returns stamp and content id of the kept files, by raw name. */
  private Map<String, String[]> kept() throws IOException {
    Map<String, String[]> kept = new HashMap<>();
    if (Files.exists(slot.resolve(READY)) && Files.exists(slot.resolve(MADE))) {
      String made = Files.readString(slot.resolve(MADE), StandardCharsets.ISO_8859_1);
      String[] fields = made.split("\0", -1);
      for (int i = 0; i + 2 < fields.length; i += 3) {
        kept.put(fields[i], new String[] {fields[i + 1], fields[i + 2]});
      }
    }
    return kept;
  }

  /** Whether the kept files are unchanged; otherwise setup must run again. */
  private boolean keptIsWhole() throws IOException {
    Map<String, String[]> kept = kept();
    if (kept.isEmpty()) {
      return true;
    }
    Map<String, String> now = SnapshotScan.of(path()).stamps();
    for (Map.Entry<String, String[]> entry : kept.entrySet()) {
      String raw = entry.getKey();
      String stamp = now.getOrDefault(raw, "");
      boolean same =
          stamp.equals(entry.getValue()[0])
              || (!raw.endsWith("/")
                  && !stamp.isEmpty()
                  && content(raw).equals(entry.getValue()[1]));
      if (!same) {
        return false;
      }
    }
    return true;
  }

  private String content(String raw) {
    Path file = RawNames.path(path(), raw);
    try {
      if (Files.isSymbolicLink(file)) {
        return "link " + Digests.sha256(Files.readSymbolicLink(file).toString());
      }
      return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
          ? (Files.isExecutable(file) ? "x " : "") + TreeFiles.id(file, Files.size(file))
          : "other";
    } catch (IOException e) {
      return "unreadable";
    }
  }

  private GitPlace place() {
    return GitPlace.over(repository.place().gitDir(), path(), slot.resolve(INDEX));
  }

  private void checkOut() throws IOException {
    Files.deleteIfExists(slot.resolve(INDEX + ".lock"));
    String[] command = {"read-tree", "--reset", "-u", content.tree()};
    repository.git().run(place(), Git.ALL_FILES_TIMEOUT, new byte[0], command);
    Set<String> names = objects.names(place());
    Set<String> folders = new HashSet<>();
    for (String name : names) {
      for (int at = name.indexOf('/'); at >= 0; at = name.indexOf('/', at + 1)) {
        folders.add(name.substring(0, at + 1));
      }
      folders.add(name + "/"); // of a submodule
    }
    Set<String> kept = kept().keySet();
    // Folders come before their entries, and are removed with them.
    SnapshotScan scan = SnapshotScan.of(path());
    for (String raw : scan.stamps().keySet()) {
      if (folders.contains(raw) && scan.isClosed(raw)) {
        throw new IOException("not accessible to its owner: " + raw);
      }
      if (!names.contains(raw) && !folders.contains(raw) && !kept.contains(raw)) {
        WorkFolders.remove(path(), raw.endsWith("/") ? raw.substring(0, raw.length() - 1) : raw);
      }
    }
  }

  /** Verifies file contents, because Git does not verify objects when it reads them. */
  private void verify() {
    if (!content.differences(path(), new SnapshotScan(Map.of()), raw -> false).isEmpty()) {
      throw ApplicationFailure.newNonRetryableFailure(
          "the objects of tree %s in %s were changed by another program"
              .formatted(tree, repository.folder()),
          FailureTypes.TREE_MISSING);
    }
  }

  /** Copies the included ignored files, unless something else has their path. */
  private void include() throws IOException {
    Path included = repository.included();
    if (!Files.exists(included)) {
      return;
    }
    for (String raw : SnapshotScan.of(included).stamps().keySet()) {
      Path file = RawNames.path(path(), raw);
      if (!raw.endsWith("/")
          && Folders.obstacle(path(), file.resolveSibling("").normalize()).isEmpty()
          && !Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
        Files.createDirectories(file.resolveSibling("").normalize());
        Files.copy(RawNames.path(included, raw), file, StandardCopyOption.COPY_ATTRIBUTES);
      }
    }
  }

  /** Creates the repository that tools find: one commit, whose objects are elsewhere. */
  private void makeGit() throws IOException {
    String text =
        "tree %s\nauthor Conclave <conclave@localhost> 0 +0000\ncommitter Conclave <conclave@localhost> 0 +0000\n\nBase\n"
            .formatted(content.tree());
    String commit = commit(text.getBytes(StandardCharsets.UTF_8));
    Path git = path().resolve(GIT);
    for (String folder : List.of("objects/info", "objects/pack", "refs/heads", "info")) {
      Files.createDirectories(git.resolve(folder));
    }
    Files.writeString(git.resolve("HEAD"), "ref: refs/heads/conclave\n");
    Files.writeString(git.resolve("refs/heads/conclave"), commit + "\n");
    Files.writeString(git.resolve("config"), CONFIG);
    Files.writeString(git.resolve("info/attributes"), TreeRepository.ATTRIBUTES);
    Files.writeString(git.resolve("objects/info/alternates"), objectFolder() + "\n");
    Files.copy(slot.resolve(INDEX), git.resolve(INDEX), StandardCopyOption.REPLACE_EXISTING);
  }

  /** Folders of the same tree are made in parallel, and share one commit. */
  @SuppressWarnings("try") // a lock is held, not used
  private String commit(byte[] text) {
    try (PathLock held = objects.lock()) {
      String[] command = {"hash-object", "-t", "commit", "-w", "--stdin"};
      byte[] id = repository.git().run(objects.place(), Git.ALL_FILES_TIMEOUT, text, command);
      String commit = new String(id, StandardCharsets.US_ASCII).strip();
      objects.keep(commit);
      return commit;
    }
  }

  /** Names the current content: all files except ignored ones, plus the hidden files. */
  @SuppressWarnings("try") // a lock is held, not used
  public Result result() {
    TreeRepository all = repository.all();
    try (PathLock held = all.lock()) {
      Files.deleteIfExists(slot.resolve(INDEX + ".lock"));
      List<LeftOut> leftOut = new ArrayList<>();
      Set<String> files = new LinkedHashSet<>(all.names(place()));
      files.addAll(untracked(leftOut));
      files.removeIf(raw -> isTooLarge(raw, leftOut));
      Map<String, LeftOut> refused = all.update(place(), path(), files);
      leftOut.addAll(refused.values());
      putBack(all, refused.keySet());
      String named = all.writeTree(place());
      all.packWhenDue();
      return new Result(named, leftOut);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot name the tree in " + slot + ": " + e.getMessage(), e);
    }
  }

  @Override
  public Optional<Result> written() {
    return Optional.of(result());
  }

  /** Returns the files that are not ignored, including those of nested repositories. */
  private List<String> untracked(List<LeftOut> leftOut) throws IOException {
    List<Path> excludes = excludes();
    List<String> found = new ArrayList<>();
    Deque<String> roots = new ArrayDeque<>(List.of(""));
    int opened = 0;
    while (!roots.isEmpty() && opened++ < MOST_NESTED) {
      String prefix = roots.remove();
      Path root = RawNames.path(path(), prefix);
      Path index = prefix.isEmpty() ? slot.resolve(INDEX) : slot.resolve("no-index");
      Path gitDir = repository.place().gitDir();
      for (String raw :
          repository.git().untracked(new GitPlace(gitDir, root, root, index, excludes))) {
        if (found.size() >= MOST_FILES) {
          leftOut.add(new LeftOut(RawNames.text(prefix + raw), "more than 200,000 new files"));
          return found;
        }
        if (raw.endsWith("/")) {
          roots.add(prefix + raw);
        } else {
          found.add(prefix + raw);
        }
      }
    }
    roots.forEach(
        left -> leftOut.add(new LeftOut(RawNames.text(left), "too many nested repositories")));
    return found;
  }

  /** Returns the user's ignore files outside the tree. */
  private List<Path> excludes() {
    Path root = Path.of(repository.workspace().path());
    Repository user = Repository.around(repository.git(), root).orElse(null);
    if (user == null) {
      return repository.git().excludes(repository.place().gitDir(), root);
    }
    List<Path> excludes = new ArrayList<>(user.excludes());
    Path own = user.gitDir().resolve("info/exclude");
    if (Files.isRegularFile(own) && own.toFile().length() < 1 << 20) {
      excludes.add(own);
    }
    return excludes;
  }

  private boolean isTooLarge(String raw, List<LeftOut> leftOut) {
    try {
      BasicFileAttributes file =
          Files.readAttributes(
              RawNames.path(path(), raw), BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      boolean large = file.isRegularFile() && file.size() > TreeFiles.LARGEST;
      if (large) {
        leftOut.add(new LeftOut(RawNames.text(raw), "larger than 64 MiB"));
      }
      return large;
    } catch (IOException e) {
      return false; // removed
    }
  }

  /** Restores the hidden and the refused files, unless something else has their path. */
  private void putBack(TreeRepository all, Set<String> refused) {
    Set<String> hidden = new HashSet<>(content.leftOut());
    hidden.addAll(refused);
    if (hidden.isEmpty()) {
      return;
    }
    Set<String> names = all.names(place());
    Set<String> taken = new HashSet<>(names);
    for (String name : names) {
      for (int at = name.indexOf('/'); at >= 0; at = name.indexOf('/', at + 1)) {
        taken.add(name.substring(0, at));
      }
    }
    List<String> entries =
        RawNames.split(repository.git().run(place(), "ls-tree", "-r", "-z", "--full-tree", tree))
            .stream()
            .filter(entry -> hidden.contains(entry.substring(entry.indexOf('\t') + 1)))
            .filter(entry -> isFree(entry.substring(entry.indexOf('\t') + 1), names, taken))
            .toList();
    String[] command = {"update-index", "-z", "--index-info"};
    repository.git().run(place(), Git.ALL_FILES_TIMEOUT, RawNames.join(entries), command);
  }

  /** Whether a path is unused, and none of its parent folders is a file. */
  private static boolean isFree(String raw, Set<String> files, Set<String> taken) {
    boolean free = !taken.contains(raw);
    for (int at = raw.indexOf('/'); at >= 0; at = raw.indexOf('/', at + 1)) {
      free &= !files.contains(raw.substring(0, at));
    }
    return free;
  }

  @Override
  public void detach() {
    detached = true;
  }

  /** Reverts {@link #detach}. */
  public void release() {
    detached = false;
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      try (lock) {
        if (!detached) {
          new Slot(slot).release();
        }
      } catch (IOException e) {
        throw new UncheckedIOException("cannot return " + slot + ": " + e.getMessage(), e);
      }
    }
  }
}
