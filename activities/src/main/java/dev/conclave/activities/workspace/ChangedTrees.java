package dev.conclave.activities.workspace;

import dev.conclave.activities.document.PathLock;
import dev.conclave.activities.git.Git;
import dev.conclave.activities.git.GitFailed;
import dev.conclave.activities.git.GitPlace;
import dev.conclave.activities.git.RawNames;
import dev.conclave.activities.git.Repository;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.model.GitUrl;
import dev.conclave.workflows.model.Workspace;
import dev.conclave.workflows.temporal.FailureTypes;
import io.temporal.failure.ApplicationFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Imports both sides of a change as trees into our repository of a workspace. Only reads the user's
 * repository, file by file and by object id, so none of its hooks, filters and drivers runs.
 * Thread-safe.
 */
public record ChangedTrees(DataFolder data, GitTrees trees) {
  private static final String HEAD = "HEAD";
  private static final String MANY_COMMITS = "20";
  private static final int MOST_WORDS = 16 << 10;

  /** Our repository treats every file as big, and Git treats a big file as binary. */
  private static final String AS_TEXT =
      "-c core.bigFileThreshold=64m diff-tree -r -M -l1000 --no-ext-diff --no-textconv";

  /** Maximum diff size, in bytes. */
  private static final int MOST_DIFF = 32 << 20;

  /**
   * The two sides of a change.
   *
   * @param head the last commit of the change; empty for the working tree and the index
   * @param words messages of its commits
   * @param apart paths that cannot be compared, with the reason
   */
  public record Sides(
      String base, String tree, String head, String words, Map<String, String> apart) {}

  /** Compares the working tree with HEAD. */
  public Sides workingTree(Workspace workspace) {
    GitPlace place = user(workspace);
    UserRepository user = UserRepository.around(trees.git(), workspace).orElseThrow();
    List<String> entries =
        parsed(place, HEAD + "^{commit}").map(head -> entries(place, head)).orElse(List.of());
    return locked(
        workspace,
        ours -> {
          ImportedTree base = ours.importFiles(place, entries);
          ImportedTree tree = WorkTree.read(ours, user, data.root(), base, entries);
          return new Sides(base.tree(), tree.tree(), "", "", tree.apart());
        });
  }

  /** Compares the index with HEAD. */
  public Sides staged(Workspace workspace) {
    GitPlace user = user(workspace);
    List<String> entries = RawNames.split(run(user, "ls-files", "-s", "-z"));
    if (entries.stream().anyMatch(entry -> !stage(entry).equals("0"))) {
      throw refused("the index has conflicts: resolve them, or review a range");
    }
    return sides(head(workspace, user), take(workspace, user, entries), "", "");
  }

  private static String stage(String entry) {
    return entry.substring(entry.indexOf('\t') - 1, entry.indexOf('\t'));
  }

  /** Resolves {@code A..B}, {@code A...B}, or one commit against its first parent. */
  public Sides range(Workspace workspace, String range) {
    GitPlace user = user(workspace);
    String dots = range.contains("...") ? "..." : "..";
    int at = range.indexOf(dots);
    if (at < 0) {
      String commit = commit(user, range);
      return between(workspace, user, parsed(user, commit + "^{commit}^1"), commit);
    }
    String first = commit(user, range.substring(0, at));
    String last = commit(user, range.substring(at + dots.length()));
    String base = dots.equals("...") ? parting(user, first, last) : first;
    return between(workspace, user, Optional.of(base), last);
  }

  /** Splits {@code A..B} of two trees that are already in our repository. */
  public static Sides named(String trees) {
    String[] both = trees.split("\\.\\.", 2);
    return new Sides(both[0], both[both.length - 1], "", "", Map.of());
  }

  /**
   * Compares a pull request with the merge base. Commits that the user's repository lacks are
   * fetched into our mirror.
   *
   * @param refs the refs of its base and of its head at that URL
   */
  public Sides pullRequest(
      Workspace workspace, String base, String head, GitUrl url, List<String> refs) {
    Optional<GitPlace> user = repository(workspace).filter(here -> has(here, base, head));
    if (user.isPresent()) {
      String from = parting(user.get(), base, head);
      return between(workspace, user.get(), Optional.of(from), head);
    }
    Clones clones = new Clones(trees.git(), data.clones());
    String key = WorkspaceActivitiesImpl.key(url.name(), url.url());
    GitPlace mirror = clones.mirror(url, key, refs);
    String from = parting(mirror, commit(mirror, base), commit(mirror, head));
    return between(workspace, mirror, Optional.of(from), head);
  }

  /** Returns the diff between two trees, at most 32 MiB. */
  public byte[] diff(Workspace workspace, Sides sides, String... how) {
    TreeRepository repository = trees.repositoryWith(workspace, sides.tree());
    trees.repositoryWith(workspace, sides.base());
    List<String> command =
        Stream.concat(
                Stream.of(AS_TEXT.split(" ")),
                Stream.concat(Stream.of(how), Stream.of(sides.base(), sides.tree())))
            .toList();
    return trees
        .git()
        .partial(
            repository.place(), Duration.ofMinutes(2), MOST_DIFF, command.toArray(String[]::new));
  }

  private Sides between(Workspace workspace, GitPlace from, Optional<String> base, String head) {
    String[] command = {"log", "--no-color", "-n", MANY_COMMITS, "--format=%B", head};
    Stream<String> range =
        Stream.concat(Stream.of(command), base.stream().map(before -> "^" + before));
    byte[] words =
        trees.git().partial(from, Duration.ofSeconds(30), MOST_WORDS, range.toArray(String[]::new));
    return sides(
        base.map(before -> tree(workspace, from, before)).orElseGet(() -> nothing(workspace)),
        tree(workspace, from, head),
        head,
        new String(words, StandardCharsets.UTF_8).strip());
  }

  private static Sides sides(ImportedTree base, ImportedTree tree, String head, String words) {
    Map<String, String> apart = new TreeMap<>(base.apart());
    apart.putAll(tree.apart());
    // Paths that are identical on both sides have not changed.
    apart.keySet().removeIf(path -> what(base, path).equals(what(tree, path)));
    apart.replaceAll((path, what) -> reason(what));
    return new Sides(base.tree(), tree.tree(), head, words, apart);
  }

  private static String what(ImportedTree side, String path) {
    return side.apart().getOrDefault(path, "");
  }

  /** Drops the id, which is only needed to detect a change. */
  private static String reason(String what) {
    return what.replaceFirst(",? (?:at|as) [0-9a-f]+$", "");
  }

  /** Returns the tree of HEAD; empty before the first commit. */
  private ImportedTree head(Workspace workspace, GitPlace user) {
    return parsed(user, HEAD + "^{commit}")
        .map(commit -> tree(workspace, user, commit))
        .orElseGet(() -> nothing(workspace));
  }

  private ImportedTree nothing(Workspace workspace) {
    return take(workspace, GitPlace.bare(trees.repository(workspace).gitDir()), List.of());
  }

  /** Imports a commit's tree, limited to the workspace if that is a subfolder of its repository. */
  private ImportedTree tree(Workspace workspace, GitPlace from, String commit) {
    return take(workspace, from, entries(from, commit));
  }

  private List<String> entries(GitPlace from, String commit) {
    String path =
        from.workTree() == null ? "" : from.workTree().relativize(from.folder()).toString();
    return parsed(from, commit + (path.isEmpty() ? "^{tree}" : ":" + path))
        .map(tree -> RawNames.split(run(from, "ls-tree", "-r", "-z", "--full-tree", tree)))
        .orElse(List.of());
  }

  /**
   * An imported tree.
   *
   * @param apart what could not be imported, by path: its type and id
   */
  record ImportedTree(String tree, Map<String, String> apart) {}

  private ImportedTree take(Workspace workspace, GitPlace from, List<String> entries) {
    return locked(workspace, ours -> ours.importFiles(from, entries));
  }

  private interface Import<T> {
    T into(TreeRepository ours) throws IOException;
  }

  @SuppressWarnings("try") // a lock is held, not used
  private <T> T locked(Workspace workspace, Import<T> read) {
    TreeRepository repository = trees.repository(workspace);
    try (PathLock lock = repository.lock()) {
      return read.into(repository);
    } catch (GitFailed e) {
      throw e.isTransient() ? e : refused("a side of the change cannot be read: " + e.getMessage());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private GitPlace user(Workspace workspace) {
    return repository(workspace)
        .orElseThrow(
            () ->
                refused(
                    workspace.path()
                        + " is not in a Git repository: give another folder with --repo"));
  }

  private Optional<GitPlace> repository(Workspace workspace) {
    trees.require(workspace);
    Path root = Path.of(workspace.path());
    return Repository.around(trees.git(), root).map(found -> GitPlace.ofUser(found, root));
  }

  private boolean has(GitPlace place, String... commits) {
    return Stream.of(commits).allMatch(commit -> parsed(place, commit + "^{commit}").isPresent());
  }

  private String commit(GitPlace place, String revision) {
    String named = revision.isBlank() ? HEAD : revision.strip();
    return parsed(place, named + "^{commit}")
        .orElseThrow(() -> refused("there is no revision '" + named + "' in this repository"));
  }

  private String parting(GitPlace place, String one, String other) {
    try {
      return trees.git().line(place, "merge-base", one, other);
    } catch (GitFailed none) {
      throw refused("the two sides of the change have no common commit: fetch more of its history");
    }
  }

  private Optional<String> parsed(GitPlace place, String revision) {
    try {
      String[] command = {"rev-parse", "--verify", "-q", "--end-of-options", revision};
      return Optional.of(trees.git().line(place, command));
    } catch (GitFailed none) {
      return Optional.empty();
    }
  }

  private byte[] run(GitPlace place, String... command) {
    try {
      return trees.git().run(place, Git.ALL_FILES_TIMEOUT, new byte[0], command);
    } catch (GitFailed e) {
      throw e.isTransient() ? e : refused(String.valueOf(e.getMessage()));
    }
  }

  /** Returns a non-retryable failure for a change that cannot be opened. */
  public static ApplicationFailure refused(String why) {
    return ApplicationFailure.newNonRetryableFailure(why, FailureTypes.WORKSPACE_REFUSED);
  }
}
