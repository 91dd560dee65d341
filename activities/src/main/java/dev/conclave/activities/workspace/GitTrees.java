package dev.conclave.activities.workspace;

import dev.conclave.activities.document.DocumentStore;
import dev.conclave.activities.document.PathLock;
import dev.conclave.activities.git.Git;
import dev.conclave.activities.git.GitFailed;
import dev.conclave.activities.git.GitPlace;
import dev.conclave.activities.git.Repository;
import dev.conclave.activities.workspace.TreeFiles.TreeFile;
import dev.conclave.workflows.api.WorkspaceActivities.Drift;
import dev.conclave.workflows.api.WorkspaceActivities.Tree;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.model.Workspace;
import dev.conclave.workflows.temporal.FailureTypes;
import dev.conclave.workflows.temporal.HostId;
import io.temporal.failure.ApplicationFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Names the content of workspaces by Git tree ids, in repositories of our own; see
 * docs/workspace.md. Thread-safe, also across processes.
 */
public record GitTrees(
    DataFolder data,
    DocumentStore documents,
    Git git,
    Listing.Limits limits,
    Consumer<Workspace> guard) {
  private static final int LONGEST_MANIFEST = 1_000;
  private static final int MOST_CITED = 50;

  public GitTrees(DataFolder data, DocumentStore documents) {
    this(data, documents, new Git(), Listing.Limits.defaults(), anyone -> {});
  }

  /** Refuses workspaces of other hosts. */
  public GitTrees(HostId host, DataFolder data, DocumentStore documents) {
    this(
        data,
        documents,
        new Git(),
        Listing.Limits.defaults(),
        one -> require(host, one.host(), one.path()));
  }

  /**
   * Names the workspace's current content: tracked files, and untracked files that are not ignored.
   */
  public Tree name(Workspace workspace) {
    try {
      return named(workspace);
    } catch (GitFailed damaged) {
      repository(workspace).discard();
      return named(workspace);
    }
  }

  @SuppressWarnings("try") // a lock is held, not used
  private Tree named(Workspace workspace) {
    TreeRepository repository = repository(workspace);
    Path root = Path.of(workspace.path());
    try (PathLock lock = repository.lock()) {
      Listing listing = new Listing(git, repository, root, limits, data.root()).read();
      List<LeftOut> leftOut = new ArrayList<>(listing.leftOut());
      leftOut.addAll(hold(repository, root, listing.files()).values());
      String tree =
          repository.writeTree(GitPlace.over(repository.gitDir(), root, repository.index()));
      int held = repository.held(root);
      repository.trustIndex();
      repository.packWhenDue();
      Optional<String> head = head(git, root);
      boolean dirty = head.isPresent() && differs(git, root, head.get(), tree);
      return new Tree(tree, head, dirty, held, leftOut.size(), manifest(leftOut));
    }
  }

  /** Returns the differences between two named trees, with at most 50 of the cited files. */
  public Drift drift(Workspace workspace, String from, String to, List<String> citedFiles) {
    List<String> changed = changed(workspace, from, to);
    Set<String> differs = new HashSet<>(changed);
    List<String> cited =
        citedFiles.stream().distinct().filter(differs::contains).limit(MOST_CITED).toList();
    return new Drift(from, to, changed.size(), cited);
  }

  public List<String> changed(Workspace workspace, String from, String to) {
    if (from.equals(to)) {
      return List.of();
    }
    try (TreeFiles before = files(workspace, from);
        TreeFiles after = files(workspace, to)) {
      Set<TreeFile> both = new HashSet<>(before.list());
      both.retainAll(Set.copyOf(after.list()));
      return Stream.concat(before.list().stream(), after.list().stream())
          .filter(file -> !both.contains(file))
          .map(TreeFile::path)
          .distinct()
          .sorted()
          .toList();
    }
  }

  public TreeFiles files(Workspace workspace, String tree) {
    TreeRepository repository = repositoryWith(workspace, tree);
    return TreeFiles.verified(git, repository.place(), tree, repository::discard);
  }

  /**
   * Returns the repository that holds a tree. Imports a tree of an execution; if a tree was lost
   * with its repository, the workspace or a commit of the user may still have that content.
   */
  TreeRepository repositoryWith(Workspace workspace, String tree) {
    TreeRepository repository = repository(workspace);
    // A tree without its ref may be incomplete, after an interrupted import.
    if (!repository.keeps(tree)) {
      ExecutionRepository.repositoryWith(this, workspace, tree)
          .ifPresent(other -> importTree(repository, other.place(), tree));
    }
    if (!repository.holds(tree) && Files.isDirectory(Path.of(workspace.path()))) {
      name(workspace);
    }
    if (!repository.keeps(tree)) {
      UserRepository.around(git, workspace)
          .filter(user -> user.parsed(tree + "^{tree}").filter(tree::equals).isPresent())
          .ifPresent(user -> importTree(repository, user.place(), tree));
    }
    repository.require(tree);
    return repository;
  }

  @SuppressWarnings("try") // a lock is held, not used
  private static void importTree(TreeRepository repository, GitPlace from, String tree) {
    try (PathLock lock = repository.lock()) {
      repository.importTree(from, tree);
    }
  }

  /** Returns the commit checked out in a folder; empty without Git or before the first commit. */
  static Optional<String> head(Git git, Path root) {
    return parsed(git, root, "HEAD^{commit}");
  }

  /**
   * Returns whether a tree differs from that of a commit in the same folder; always true if Git
   * converts content or there are submodules.
   */
  public static boolean differs(Git git, Path root, String commit, String tree) {
    return parsed(git, root, commit + ":./").filter(tree::equals).isEmpty();
  }

  private static Optional<String> parsed(Git git, Path root, String revision) {
    try {
      return Repository.around(git, root)
          .map(repository -> GitPlace.ofUser(repository, root))
          .map(user -> git.line(user, "rev-parse", "--verify", "-q", revision));
    } catch (GitFailed none) {
      return Optional.empty();
    }
  }

  TreeRepository repository(Workspace workspace) {
    require(workspace);
    return new TreeRepository(git, data.trees().resolve(workspace.key())).prepare();
  }

  /**
   * Refuses a workspace of another host, whose path means other files here: a late attempt may run
   * on a host that its session has left.
   */
  public void require(Workspace workspace) {
    guard.accept(workspace);
  }

  static void require(HostId here, String wanted, String path) {
    if (!wanted.equals(here.id())) {
      throw ApplicationFailure.newNonRetryableFailure(
          "'" + path + "' is on host " + wanted + "; this is host " + here.id(),
          FailureTypes.WRONG_HOST);
    }
  }

  /** Rebuilds a damaged index by reading all files once, so that the session does not fail. */
  private static Map<String, LeftOut> hold(
      TreeRepository repository, Path root, Set<String> files) {
    try {
      return repository.hold(root, files);
    } catch (GitFailed damaged) {
      try {
        Files.deleteIfExists(repository.index());
      } catch (IOException e) {
        throw new UncheckedIOException("cannot remove " + repository.index(), e);
      }
      return repository.hold(root, files);
    }
  }

  private Optional<DocumentRef> manifest(List<LeftOut> leftOut) {
    if (leftOut.isEmpty()) {
      return Optional.empty();
    }
    List<LeftOut> first = leftOut.stream().limit(LONGEST_MANIFEST).toList();
    return Optional.of(documents.putRecord(new Manifest(leftOut.size(), first)));
  }

  /** A file that is missing from a tree although it is not ignored. */
  public record LeftOut(String path, String reason) {}

  public record Manifest(int count, List<LeftOut> leftOut) {}
}
