package dev.conclave.activities.execution;

import dev.conclave.activities.git.GitFailed;
import dev.conclave.activities.git.RawNames;
import dev.conclave.activities.git.Repository;
import dev.conclave.activities.review.PullRequests;
import dev.conclave.activities.review.ReviewActivitiesImpl;
import dev.conclave.activities.workspace.ChangedTrees;
import dev.conclave.activities.workspace.ExecutionBase;
import dev.conclave.activities.workspace.ExecutionRepository;
import dev.conclave.activities.workspace.ExecutionRepository.Difference;
import dev.conclave.activities.workspace.GitTrees;
import dev.conclave.activities.workspace.TreeFiles;
import dev.conclave.activities.workspace.UserRepository;
import dev.conclave.activities.workspace.WorkFolder;
import dev.conclave.activities.workspace.WorkFolders;
import dev.conclave.activities.workspace.WorkTree;
import dev.conclave.workflows.api.ChangeSpec;
import dev.conclave.workflows.api.ChangeSpec.ChangeKind;
import dev.conclave.workflows.api.ExecutionActivities;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.config.ExecutionConfiguration.RepositoryCommands;
import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.model.Workspace;
import dev.conclave.workflows.secret.SecretFilter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Executions on this host. Thread-safe.
 *
 * @param environment of the worker
 * @param reviews opens changes as reviewers see them
 */
public record ExecutionActivitiesImpl(
    GitTrees trees,
    Configuration configuration,
    Map<String, String> environment,
    SecretFilter secrets,
    ReviewActivitiesImpl reviews,
    PullRequests pullRequests)
    implements ExecutionActivities {
  private static final int MOST_PATHS = 200;
  private static final int MOST_NAMED = 5;
  private static final String NOTHING = "0".repeat(40);
  private static final String NOBODY = "Conclave <conclave@localhost>";

  @Override
  public Base open(OpenExecution order) {
    Workspace workspace = order.workspace();
    ExecutionRepository repository = repository(order.session(), workspace);
    Optional<UserRepository> user = UserRepository.around(trees.git(), workspace);
    ExecutionBase base;
    require(
        user.isPresent() || !Repository.isGitDir(Path.of(workspace.path())),
        workspace.path()
            + " is a bare repository: make a worktree with git worktree add, and execute there");
    try {
      user.ifPresent(ExecutionActivitiesImpl::requireUsable);
      base = repository.base();
    } catch (GitFailed e) {
      throw e.isTransient()
          ? e
          : refused("its repository cannot be read completely: " + e.getMessage());
    }
    List<String> notes = new ArrayList<>(base.notes());
    RepositoryCommands configured =
        configuration.execution().in(Path.of(workspace.path()), DataFolder.home(environment));
    user.ifPresent(here -> notes.addAll(notes(here)));
    user.ifPresent(here -> notes.addAll(repository.include(here, configured.include())));
    try (TreeFiles files = repository.files(base.tree())) {
      files.list().stream()
          .filter(file -> file.size() < 1024 && !file.isLink())
          .filter(file -> WorkTree.isLfsPointer(files.bytes(file)))
          .findFirst()
          .ifPresent(file -> notes.add("Git LFS files, such as " + file.path() + ", are pointers"));
      return new Base(
          base.head(),
          base.headTree(),
          base.tree(),
          base.dirty().stream().limit(MOST_PATHS).toList(),
          base.dirty().size(),
          user.flatMap(UserRepository::branch),
          order.branch(),
          user.flatMap(UserRepository::author).orElse(NOBODY),
          commands().of(order, configured, files),
          notes);
    }
  }

  /** Refuses a repository that cannot get a branch, and says what to do. */
  private static void requireUsable(UserRepository user) {
    Path top = user.repository().workTree();
    require(
        user.isWhole(),
        user.root()
            + " is a folder of the repository "
            + top
            + "; an execution needs the whole repository: start the session at its top");
    Optional<String> format = user.git().tryLine(user.place(), "rev-parse", "--show-object-format");
    require(
        format.filter("sha256"::equals).isEmpty(),
        top + " names its objects by SHA-256, which executions do not support yet");
    require(
        user.parsed("HEAD^{commit}").isPresent(),
        top
            + " has no commits yet: create one, for example with git commit --allow-empty -m start");
    require(
        user.git().run(user.place(), "ls-files", "-u", "-z").length == 0,
        top + " has conflicts in its index: resolve them, then execute");
    require(
        user.author().isPresent(),
        "commits need an author: git config --global user.name \"Your Name\" and git config"
            + " --global user.email you@example.org");
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw refused(otherwise);
    }
  }

  private static RuntimeException refused(String why) {
    return ChangedTrees.refused(why);
  }

  /** Lists what the user's Git does at a commit and an execution does not. */
  private static List<String> notes(UserRepository user) {
    List<String> notes = new ArrayList<>();
    Path hooks =
        user.root()
            .resolve(user.git().line(user.place(), "rev-parse", "--git-common-dir"))
            .resolve("hooks");
    Path configured =
        user.git()
            .tryLine(user.place(), "config", "--local", "--type=path", "core.hooksPath")
            .map(user.root()::resolve)
            .orElse(hooks);
    List<String> found =
        Stream.of("pre-commit", "prepare-commit-msg", "commit-msg", "post-commit", "pre-push")
            .filter(name -> Files.isExecutable(configured.resolve(name)))
            .toList();
    if (!found.isEmpty()) {
      notes.add("hooks do not run: " + String.join(", ", found));
    }
    if (user.setting("commit.gpgsign").filter("true"::equals).isPresent()) {
      notes.add("commits are not signed");
    }
    return notes;
  }

  @Override
  public void allow(Workspace workspace, List<String> lines) {
    trees.require(workspace);
    commands().allow(workspace, lines);
  }

  private ExecutionCommands commands() {
    return new ExecutionCommands(trees.data());
  }

  @Override
  public TaskChange inspect(InspectOrder order) {
    ExecutionRepository repository = repository(order.session(), order.workspace());
    try (ChangeInspection inspection = new ChangeInspection(repository, order, secrets::redact)) {
      DocumentRef diff =
          reviews
              .open(
                  order.workspace(),
                  new ChangeSpec(ChangeKind.TREES, order.from() + ".." + order.to()))
              .diff();
      return inspection.read(diff);
    }
  }

  @Override
  public Merged merge(
      String session, Workspace workspace, String base, String onto, String changed) {
    ExecutionRepository.Merged merged = repository(session, workspace).merge(base, onto, changed);
    return new Merged(
        merged.tree(), merged.conflicts().stream().map(RawNames::text).limit(100).toList());
  }

  @Override
  public Committed commit(CommitOrder order) {
    ExecutionRepository repository = repository(order.session(), order.workspace());
    require(
        order.parent().equals(order.after())
            || order.parent().isEmpty()
            || repository.hasCommits(user(order.workspace()), order.after(), order.parent().get()),
        Delivery.GONE);
    List.of(order.onto(), order.from(), order.tree()).forEach(repository::require);
    List<String> removed = new ArrayList<>();
    List<String> set = new ArrayList<>();
    for (Difference one : repository.differences(order.from(), order.tree())) {
      boolean gone = one.mode().equals("000000");
      // Removals come first, so that a file can replace a folder.
      (gone ? removed : set)
          .add((gone ? "0 " + NOTHING : one.mode() + " " + one.blob()) + "\t" + one.raw());
    }
    removed.addAll(set);
    String tree = repository.edited(order.onto(), removed);
    List<String> parents =
        List.of(
            order
                .parent()
                .orElseGet(
                    () ->
                        repository.commit(
                            order.onto(), List.of(), order.author(), Instant.EPOCH, "Base")));
    String commit = repository.commit(tree, parents, order.author(), order.at(), order.message());
    return new Committed(commit, tree);
  }

  @Override
  public String openByHand(String session, Workspace workspace, String task, String tree) {
    try (WorkFolder folder = folders(session, workspace).byHand(task, tree)) {
      return folder.path().toString();
    }
  }

  @Override
  public String takeByHand(String session, Workspace workspace, String task, String tree) {
    try (WorkFolder folder = folders(session, workspace).byHand(task, tree)) {
      WorkFolder.Result left = folder.result();
      if (!left.leftOut().isEmpty()) {
        throw refused(
            left.leftOut().stream()
                .limit(MOST_NAMED)
                .map(file -> file.path() + " is " + file.reason())
                .collect(Collectors.joining(", ", "", ": add it to .gitignore, or remove it")));
      }
      return left.tree();
    }
  }

  @Override
  public Target target(
      String session, Workspace workspace, Base base, String commit, boolean uncommitted) {
    return delivery(session, workspace, base, commit).target(uncommitted);
  }

  @Override
  public Optional<Replayed> replay(String session, Workspace workspace, Base base, String commit) {
    return delivery(session, workspace, base, commit).replayed();
  }

  @Override
  public Delivered deliver(DeliveryOrder order) {
    return delivery(order.session(), order.workspace(), order.base(), order.commit())
        .deliver(order);
  }

  private Delivery delivery(String session, Workspace workspace, Base base, String commit) {
    return new Delivery(
        repository(session, workspace),
        user(workspace),
        base,
        commit,
        pullRequests,
        configuration.spoolDays());
  }

  private Optional<UserRepository> user(Workspace workspace) {
    return UserRepository.around(trees.git(), workspace).filter(UserRepository::isWhole);
  }

  private ExecutionRepository repository(String session, Workspace workspace) {
    return new ExecutionRepository(trees, workspace, session);
  }

  private WorkFolders folders(String session, Workspace workspace) {
    return new WorkFolders(repository(session, workspace), configuration.trustAgentSettings());
  }
}
