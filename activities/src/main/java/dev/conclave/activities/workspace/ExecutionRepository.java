package dev.conclave.activities.workspace;

import dev.conclave.activities.document.AtomicFiles;
import dev.conclave.activities.document.Folders;
import dev.conclave.activities.document.PathLock;
import dev.conclave.activities.git.Git;
import dev.conclave.activities.git.GitFailed;
import dev.conclave.activities.git.GitPlace;
import dev.conclave.activities.git.RawNames;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.model.Workspace;
import dev.conclave.workflows.secret.SecretFilter;
import dev.conclave.workflows.temporal.FailureTypes;
import dev.conclave.workflows.text.ControlCharacters;
import io.temporal.failure.ApplicationFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The repository of one execution, in a private folder of the data folder:
 *
 * <pre>
 * all/        its objects: all trees and commits
 * shown/      the parts of its trees that agents may see
 * folders/    work folders of programs, see {@link WorkFolders}
 * included/   ignored files of the workspace that are copied into work folders
 * of          the key of its workspace, and its session
 * </pre>
 *
 * Thread-safe, also across processes.
 */
public record ExecutionRepository(GitTrees trees, Workspace workspace, String session) {
  private static final String OF = "of";
  private static final int MOST_CONFLICTS = 1 << 20;
  private static final long MOST_INCLUDED = 256L << 20;
  private static final int LONGEST_PATTERNS = 64 << 10;

  public Git git() {
    return trees.git();
  }

  public Path folder() {
    return trees
        .data()
        .executions()
        .resolve(WorkspaceActivitiesImpl.key(session, workspace.key() + "\n" + session));
  }

  /** The place of its objects, for commands without a work tree. */
  public GitPlace place() {
    return new TreeRepository(git(), folder().resolve("all")).place();
  }

  TreeRepository all() {
    return named("all").prepareKept();
  }

  TreeRepository shown() {
    return named("shown").prepare();
  }

  private TreeRepository named(String name) {
    trees.require(workspace);
    try {
      AtomicFiles.createPrivateFolders(folder());
      Path of = folder().resolve(OF);
      byte[] owner = (workspace.key() + "\n" + session).getBytes(StandardCharsets.UTF_8);
      AtomicFiles.writeIfDifferent(of, owner);
      Files.setLastModifiedTime(of, FileTime.from(Instant.now()));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make " + folder() + ": " + e.getMessage(), e);
    }
    return new TreeRepository(git(), folder().resolve(name));
  }

  /**
   * Ensures that it has a tree, importing a missing one from the repository of the workspace or of
   * the user.
   */
  @SuppressWarnings("try") // a lock is held, not used
  public void require(String tree) {
    TreeRepository all = all();
    if (!all.keeps(tree)) {
      TreeRepository other;
      try {
        other = trees.repositoryWith(workspace, tree);
      } catch (ApplicationFailure missing) {
        if (!FailureTypes.TREE_MISSING.equals(missing.getType())) {
          throw missing;
        }
        throw ApplicationFailure.newNonRetryableFailure(
            "files of the execution were removed with it, and no commit has them (%s): conclave resume --restart starts over"
                .formatted(missing.getOriginalMessage()),
            missing.getType());
      }
      try (PathLock lock = all.lock()) {
        all.importTree(other.place(), tree);
      }
    }
  }

  /** Imports the current content of the workspace. */
  public ExecutionBase base() {
    return UserRepository.around(git(), workspace)
        .map(user -> ExecutionBase.of(this, user))
        .orElseGet(() -> ExecutionBase.withoutGit(this));
  }

  Path included() {
    return folder().resolve("included");
  }

  /**
   * Copies ignored files of the workspace that programs need.
   *
   * @param patterns of the user, which may match files with secrets; {@code .worktreeinclude} may
   *     not
   * @return notes on left-out files, one sentence each
   */
  public List<String> include(UserRepository user, List<String> patterns) {
    try {
      Folders.delete(included());
      Path own = Files.createTempFile(folder(), "include-", "");
      try {
        Files.write(own, patterns);
        Set<String> files = new TreeSet<>(user.matching(own));
        List<String> notes = new ArrayList<>();
        Path shared = user.root().resolve(".worktreeinclude");
        if (Files.exists(shared) && !isPatterns(shared)) {
          notes.add(".worktreeinclude is ignored: it is not a regular file, or larger than 64 KiB");
        } else if (Files.exists(shared)) {
          Set<String> named = user.matching(shared);
          named.removeAll(files);
          List<String> secret =
              named.stream()
                  .filter(raw -> SecretFilter.holdsSecrets(RawNames.text(raw)))
                  .sorted()
                  .toList();
          if (!secret.isEmpty()) {
            notes.add(
                "files that may hold secrets are not copied, such as %s: name them in execution.include of your configuration"
                    .formatted(RawNames.text(secret.get(0))));
          }
          named.removeAll(secret);
          files.addAll(named);
        }
        notes.addAll(copied(user, files));
        return notes;
      } finally {
        Files.delete(own);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot copy ignored files to " + included(), e);
    }
  }

  private static boolean isPatterns(Path file) throws IOException {
    return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
        && Files.size(file) <= LONGEST_PATTERNS;
  }

  private List<String> copied(UserRepository user, Set<String> files) throws IOException {
    long left = MOST_INCLUDED;
    List<String> leftOut = new ArrayList<>();
    for (String raw : files) {
      Path file = RawNames.path(user.root(), raw);
      boolean plain = Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
      if (plain && Files.size(file) <= left) {
        left -= Files.size(file);
        Path copy = RawNames.path(included(), raw);
        Files.createDirectories(copy.resolveSibling("").normalize());
        Files.copy(file, copy, StandardCopyOption.COPY_ATTRIBUTES);
      } else if (!raw.endsWith("/")) {
        leftOut.add(RawNames.text(raw));
      }
    }
    return leftOut.isEmpty()
        ? List.of()
        : List.of(
            "%d ignored files are not copied, such as %s: they are links, or more than 256 MiB in all"
                .formatted(leftOut.size(), leftOut.get(0)));
  }

  /** Imports a commit of the user's repository without its history; returns its tree. */
  @SuppressWarnings("try") // a lock is held, not used
  public String importCommit(UserRepository user, String commit) {
    String tree = git().line(user.place(), "rev-parse", "--verify", commit + "^{tree}");
    TreeRepository all = all();
    try (PathLock lock = all.lock()) {
      if (!all.keeps(commit)) {
        all.importTree(user.place(), tree);
        written("commit", git().run(user.place(), "cat-file", "commit", commit));
        Path shallow = all.gitDir().resolve("shallow");
        Set<String> ends =
            new TreeSet<>(Files.exists(shallow) ? Files.readAllLines(shallow) : List.of());
        ends.add(commit);
        AtomicFiles.write(shallow, String.join("\n", ends) + "\n");
        all.keep(commit);
      }
      return tree;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot import commit " + commit, e);
    }
  }

  /**
   * Whether it has the commits after another one. Commits that were removed with an old execution
   * are imported from the user's repository, which has them if their branch was kept.
   */
  @SuppressWarnings("try") // a lock is held, not used
  public boolean hasCommits(Optional<UserRepository> user, Optional<String> after, String last) {
    TreeRepository all = all();
    if (!all.keeps(last)
        && after.isPresent()
        && user.filter(here -> here.parsed(last + "^{commit}").isPresent()).isPresent()) {
      importCommit(user.get(), after.get());
      try (PathLock lock = all.lock()) {
        transfer(user.get().place(), all.place(), List.of(last, "^" + after.get()));
        String[] command = {"log", "--format=%T %H", last, "^" + after.get()};
        Stream.of(git().line(place(), command).split("\\s+")).forEach(all::keep);
      }
    }
    return all.keeps(last);
  }

  public boolean has(String object) {
    return git().succeeds(place(), "cat-file", "-e", object);
  }

  /** Copies the objects of revisions, as {@code rev-list} takes them. */
  public void transfer(GitPlace from, GitPlace to, List<String> revisions) {
    byte[] wanted = (String.join("\n", revisions) + "\n").getBytes(StandardCharsets.US_ASCII);
    String[] command = {"pack-objects", "--revs", "--stdout", "-q"};
    byte[] pack = git().run(from, Git.ALL_FILES_TIMEOUT, wanted, command);
    git().run(to, Git.ALL_FILES_TIMEOUT, pack, "unpack-objects", "-q");
  }

  /** Opens the files of a tree. */
  public TreeFiles files(String tree) {
    return TreeFiles.verified(git(), place(), tree, all()::discard);
  }

  /** Runs a command on its objects; large files count as text too. */
  public byte[] run(String... command) {
    return git().run(place(), Git.ALL_FILES_TIMEOUT, new byte[0], asText(command));
  }

  /** Runs a command as {@link #run} does, and truncates its output. */
  public byte[] partial(int most, String... command) {
    return git().partial(place(), Git.ALL_FILES_TIMEOUT, most, asText(command));
  }

  private static String[] asText(String... command) {
    return Stream.concat(Stream.of("-c", "core.bigFileThreshold=64m"), Stream.of(command))
        .toArray(String[]::new);
  }

  /**
   * A file that differs between two trees. Modes are {@code 000000} where there is none.
   *
   * @param raw its raw name
   */
  public record Difference(String raw, String before, String blobBefore, String mode, String blob) {
    public String path() {
      return RawNames.text(raw);
    }

    public boolean isFile() {
      return !before.equals("160000") && !mode.equals("160000");
    }
  }

  /** Compares two trees, without rename detection. */
  public List<Difference> differences(String from, String to) {
    List<String> raw = RawNames.split(run("diff-tree", "-r", "-z", "--no-renames", from, to));
    List<Difference> found = new ArrayList<>();
    for (int i = 0; i + 1 < raw.size(); i += 2) {
      String[] fields = raw.get(i).substring(1).split(" ");
      found.add(new Difference(raw.get(i + 1), fields[0], fields[2], fields[1], fields[3]));
    }
    return found;
  }

  /** Makes a tree from another, with lines for {@code update-index --index-info}. */
  @SuppressWarnings("try") // a lock is held, not used
  public String edited(String tree, List<String> lines) {
    TreeRepository all = all();
    try (PathLock lock = all.lock()) {
      GitPlace place = emptyIndex(all);
      git().run(place, Git.ALL_FILES_TIMEOUT, new byte[0], "read-tree", tree);
      String[] command = {"update-index", "-z", "--index-info"};
      git().run(place, Git.ALL_FILES_TIMEOUT, RawNames.join(lines), command);
      return all.writeTree(place);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make a tree in " + folder() + ": " + e, e);
    }
  }

  private static GitPlace emptyIndex(TreeRepository all) throws IOException {
    Path index = all.folder().resolve("index-of-change");
    Files.deleteIfExists(index);
    Files.deleteIfExists(index.resolveSibling(index.getFileName() + ".lock"));
    return GitPlace.over(all.gitDir(), all.gitDir(), index);
  }

  /** Stores a blob; returns its id. */
  public String blob(byte[] content) {
    return written("blob", content);
  }

  private String written(String type, byte[] content) {
    String[] command = {"hash-object", "-t", type, "-w", "--stdin"};
    return UserRepository.text(git().run(place(), Git.ALL_FILES_TIMEOUT, content, command));
  }

  /** Creates a commit. Deterministic: equal arguments give the same commit id. */
  @SuppressWarnings("try") // a lock is held, not used
  public String commit(
      String tree, List<String> parents, String author, Instant at, String message) {
    StringBuilder text = new StringBuilder("tree " + tree + "\n");
    parents.forEach(parent -> text.append("parent ").append(parent).append('\n'));
    String by = "%s %d +0000\n".formatted(author, at.getEpochSecond());
    text.append("author ").append(by).append("committer ").append(by).append('\n');
    text.append(ControlCharacters.removed(message).strip()).append('\n');
    TreeRepository all = all();
    try (PathLock lock = all.lock()) {
      String commit = written("commit", text.toString().getBytes(StandardCharsets.UTF_8));
      all.keep(commit);
      return commit;
    }
  }

  /** Merges a change into another tree; returns the merged tree or the conflicting files. */
  public Merged merge(String base, String onto, String changed) {
    List.of(base, onto, changed).forEach(this::require);
    return git().isAtLeast(place(), 2, 38)
        ? mergeTree(base, onto, changed)
        : mergeIndex(base, onto, changed);
  }

  /**
   * The result of replaying commits.
   *
   * @param commits new commit ids by old ones, in order, without commits that became empty
   * @param top the last new commit, or the target if there is none
   * @param conflicts raw names of the conflicting files of the first commit that does not apply
   */
  public record Replay(Map<String, String> commits, String top, List<String> conflicts) {}

  /** Replays commits on another one; messages, authors and times stay the same. */
  public Replay replay(String after, String last, String onto) {
    Map<String, String> made = new LinkedHashMap<>();
    String top = onto;
    String[] command = {"rev-list", "--reverse", "--first-parent", after + ".." + last};
    for (String commit : UserRepository.text(run(command)).lines().toList()) {
      String[] trees =
          UserRepository.text(
                  run("rev-parse", commit + "^1^{tree}", top + "^{tree}", commit + "^{tree}"))
              .split("\n");
      Merged merged = merge(trees[0], trees[1], trees[2]);
      if (merged.tree() == null) {
        return new Replay(Map.of(), onto, merged.conflicts());
      }
      if (!merged.tree().equals(trees[1])) {
        top = copied(commit, merged.tree(), top);
        made.put(commit, top);
      }
    }
    return new Replay(made, top, List.of());
  }

  @SuppressWarnings("try") // a lock is held, not used
  private String copied(String commit, String tree, String parent) {
    String text = new String(run("cat-file", "commit", commit), StandardCharsets.ISO_8859_1);
    int author = text.indexOf("\nauthor ");
    byte[] copy =
        ("tree " + tree + "\nparent " + parent + text.substring(author))
            .getBytes(StandardCharsets.ISO_8859_1);
    TreeRepository all = all();
    try (PathLock lock = all.lock()) {
      String made = written("commit", copy);
      all.keep(made);
      return made;
    }
  }

  /**
   * The result of a merge.
   *
   * @param conflicts raw names; empty if there is a tree
   */
  public record Merged(@Nullable String tree, List<String> conflicts) {}

  @SuppressWarnings("try") // a lock is held, not used
  private Merged mergeTree(String base, String onto, String changed) {
    String nobody = "Conclave <conclave@localhost>";
    String from = commit(base, List.of(), nobody, Instant.EPOCH, "base");
    String ours = commit(onto, List.of(from), nobody, Instant.EPOCH, "onto");
    String theirs = commit(changed, List.of(from), nobody, Instant.EPOCH, "changed");
    List<String> said =
        RawNames.split(
            partial(
                MOST_CONFLICTS,
                "-c",
                "merge.directoryRenames=false",
                "merge-tree",
                "--write-tree",
                "-z",
                "--name-only",
                "--no-messages",
                ours,
                theirs));
    if (said.isEmpty()) {
      throw new IllegalStateException("git merge-tree printed nothing about " + changed);
    }
    List<String> conflicts = said.subList(1, said.size()).stream().distinct().toList();
    if (!conflicts.isEmpty()) {
      return new Merged(null, conflicts);
    }
    TreeRepository all = all();
    try (PathLock lock = all.lock()) {
      all.keep(said.get(0));
    }
    return new Merged(said.get(0), List.of());
  }

  /** Merges with the plumbing of older Git versions, without rename detection. */
  @SuppressWarnings("try") // a lock is held, not used
  Merged mergeIndex(String base, String onto, String changed) {
    TreeRepository all = all();
    try (PathLock lock = all.lock()) {
      GitPlace place = emptyIndex(all);
      String[] command = {"read-tree", "-i", "-m", "--aggressive", base, onto, changed};
      git().run(place, Git.ALL_FILES_TIMEOUT, new byte[0], command);
      Map<String, Map<String, String>> open = new TreeMap<>();
      for (String line : RawNames.split(git().run(place, "ls-files", "-u", "-z"))) {
        String[] fields = line.substring(0, line.indexOf('\t')).split(" ");
        open.computeIfAbsent(line.substring(line.indexOf('\t') + 1), any -> new TreeMap<>())
            .put(fields[2], fields[0] + " " + fields[1]);
      }
      List<String> lines = new ArrayList<>();
      List<String> conflicts = new ArrayList<>();
      for (Map.Entry<String, Map<String, String>> file : open.entrySet()) {
        Optional<String> merged = mergeFile(file.getValue());
        merged.ifPresent(entry -> lines.add("0 " + "0".repeat(40) + "\t" + file.getKey()));
        merged.ifPresent(entry -> lines.add(entry + "\t" + file.getKey()));
        if (merged.isEmpty()) {
          conflicts.add(file.getKey());
        }
      }
      if (!conflicts.isEmpty()) {
        return new Merged(null, conflicts);
      }
      String[] update = {"update-index", "-z", "--index-info"};
      git().run(place, Git.ALL_FILES_TIMEOUT, RawNames.join(lines), update);
      return new Merged(all.writeTree(place), List.of());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot merge in " + folder() + ": " + e.getMessage(), e);
    }
  }

  /** Returns {@code mode blob} of a merged file; empty on conflict. */
  private Optional<String> mergeFile(Map<String, String> stages) throws IOException {
    if (stages.size() < 3 || !stages.values().stream().allMatch(entry -> entry.startsWith("100"))) {
      return Optional.empty();
    }
    Path folder = Files.createTempDirectory(folder(), "merge-");
    try {
      for (Map.Entry<String, String> stage : stages.entrySet()) {
        String blob = stage.getValue().substring(stage.getValue().indexOf(' ') + 1);
        Files.write(folder.resolve(stage.getKey()), run("cat-file", "blob", blob));
      }
      GitPlace place = new GitPlace(place().gitDir(), folder, null, null, List.of());
      byte[] merged =
          git().run(place, Git.ALL_FILES_TIMEOUT, new byte[0], "merge-file", "-p", "2", "1", "3");
      String mode = stages.getOrDefault("2", "").substring(0, 6);
      String before = stages.getOrDefault("1", "").substring(0, 6);
      String theirs = stages.getOrDefault("3", "").substring(0, 6);
      return Optional.of((mode.equals(before) ? theirs : mode) + " " + blob(merged));
    } catch (GitFailed conflict) {
      return Optional.empty();
    } finally {
      Folders.delete(folder);
    }
  }

  static Optional<TreeRepository> repositoryWith(GitTrees trees, Workspace workspace, String tree) {
    try {
      for (Path folder : Folders.in(trees.data().executions())) {
        if (owner(folder).startsWith(workspace.key() + "\n")) {
          TreeRepository all = new TreeRepository(trees.git(), folder.resolve("all"));
          if (Files.isDirectory(all.gitDir()) && all.prepareKept().keeps(tree)) {
            return Optional.of(all);
          }
        }
      }
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot look for tree " + tree + ": " + e.getMessage(), e);
    }
  }

  private static String owner(Path folder) throws IOException {
    Path of = folder.resolve(OF);
    return Files.exists(of) ? Files.readString(of) : "";
  }

  /**
   * Removes executions that have not been used for this long and whose session is over.
   *
   * @param isOver tests a session id
   */
  public static void tidy(DataFolder data, Duration age, Predicate<String> isOver) {
    try {
      Instant oldest = Instant.now().minus(age);
      for (Path folder : Folders.in(data.executions())) {
        String owner = owner(folder);
        boolean old =
            Instant.ofEpochMilli(folder.resolve(OF).toFile().lastModified()).isBefore(oldest);
        if (old && !owner.isEmpty() && isOver.test(owner.substring(owner.indexOf('\n') + 1))) {
          Folders.delete(folder);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot tidy executions: " + e.getMessage(), e);
    }
  }
}
