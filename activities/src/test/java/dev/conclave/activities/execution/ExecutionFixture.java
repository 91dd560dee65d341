package dev.conclave.activities.execution;

import dev.conclave.activities.document.DocumentStore;
import dev.conclave.activities.git.Git;
import dev.conclave.activities.review.PullRequests;
import dev.conclave.activities.review.ReviewActivitiesImpl;
import dev.conclave.activities.workspace.ChangedTrees;
import dev.conclave.activities.workspace.ExecutionRepository;
import dev.conclave.activities.workspace.GitTrees;
import dev.conclave.activities.workspace.TestRepositories;
import dev.conclave.activities.workspace.WorkFolder;
import dev.conclave.activities.workspace.WorkFolders;
import dev.conclave.workflows.api.ExecutionActivities.Base;
import dev.conclave.workflows.api.ExecutionActivities.CommitOrder;
import dev.conclave.workflows.api.ExecutionActivities.Committed;
import dev.conclave.workflows.api.ExecutionActivities.Delivered;
import dev.conclave.workflows.api.ExecutionActivities.DeliveryOrder;
import dev.conclave.workflows.api.ExecutionActivities.InspectOrder;
import dev.conclave.workflows.api.ExecutionActivities.OpenExecution;
import dev.conclave.workflows.api.ExecutionActivities.Replayed;
import dev.conclave.workflows.api.ExecutionActivities.Target;
import dev.conclave.workflows.api.ExecutionActivities.TaskChange;
import dev.conclave.workflows.api.ExecutionActivities.Way;
import dev.conclave.workflows.api.Plan;
import dev.conclave.workflows.api.PlanTask.PlanFile;
import dev.conclave.workflows.api.PlanTerms;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.model.Workspace;
import dev.conclave.workflows.secret.SecretFilter;
import dev.conclave.workflows.text.Digests;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** An execution on a real repository without a workflow. */
final class ExecutionFixture {
  static final String SESSION = "PLAN-1/execute";

  final Path temporary;
  final Path root;
  final DataFolder data;
  final DocumentStore documents;
  GitTrees trees;
  final Map<String, String> environment = new HashMap<>();
  Workspace workspace;
  Configuration configuration = Configuration.defaults();

  ExecutionFixture(Path temporary, Path root) {
    this.temporary = temporary;
    this.root = root;
    this.data = new DataFolder(temporary.resolve("data"));
    this.documents = DocumentStore.in(data);
    this.trees = new GitTrees(data, documents);
    this.workspace = TestRepositories.workspace(root);
    environment.put("PATH", System.getenv("PATH"));
    environment.put("HOME", temporary.resolve("home").toString());
  }

  /** Sets other environment variables for Git. */
  void gitEnvironment(Map<String, String> variables) {
    trees = new GitTrees(data, documents, new Git(variables), trees.limits(), trees.guard());
  }

  /** Creates a fixture with a named user and these committed files. */
  static ExecutionFixture of(Path temporary, String... files) throws Exception {
    Path root = TestRepositories.repository(temporary.resolve("user"), files);
    named(root);
    return new ExecutionFixture(temporary, root);
  }

  static void named(Path root) throws Exception {
    TestRepositories.git(root, "config", "user.name", "Ada Łovelace");
    TestRepositories.git(root, "config", "user.email", "ada@example.org");
  }

  ExecutionActivitiesImpl activities() {
    PullRequests pullRequests = new PullRequests(environment);
    return new ExecutionActivitiesImpl(
        trees,
        configuration,
        environment,
        new SecretFilter(),
        new ReviewActivitiesImpl(
            new ChangedTrees(data, trees), documents, new SecretFilter()::redact, pullRequests),
        pullRequests);
  }

  Base open(String... checks) {
    Plan plan =
        new Plan(
            "",
            "",
            Plan.Complexity.LOW,
            "",
            "",
            Optional.empty(),
            List.of(),
            List.of(),
            List.of(),
            false,
            List.of());
    return activities()
        .open(
            new OpenExecution(
                SESSION, workspace, "", plan, List.of(checks), List.of(), "conclave/cache"));
  }

  ExecutionRepository repository() {
    return new ExecutionRepository(trees, workspace, SESSION);
  }

  /** Returns the changed tree; {@code path=content} writes and {@code path} deletes. */
  String changed(String tree, String... files) throws IOException {
    try (WorkFolder folder = new WorkFolders(repository(), false).open(tree, "test")) {
      for (String file : files) {
        if (file.contains("=")) {
          TestRepositories.write(folder.path(), file);
        } else {
          Files.delete(folder.path().resolve(file));
        }
      }
      return folder.result().tree();
    }
  }

  Committed commit(Base base, Optional<String> parent, String onto, String from, String tree) {
    return activities()
        .commit(
            new CommitOrder(
                SESSION,
                workspace,
                base.head(),
                parent,
                onto,
                from,
                tree,
                "Add a cache\n\nIt is small.\n\nConclave-Task: T1",
                base.author(),
                Instant.ofEpochSecond(1_700_000_000)));
  }

  /** Makes the only commit of an execution. */
  String commit(Base base, String tree) {
    return commit(base, base.head(), base.headTree(), base.tree(), tree).commit();
  }

  TaskChange inspect(Base base, String from, String to, PlanTerms scope, String... named) {
    List<PlanFile> files =
        Stream.of(named).map(path -> new PlanFile(path, 0, "modify", "")).toList();
    return activities()
        .inspect(
            new InspectOrder(
                SESSION,
                workspace,
                base.tree(),
                from,
                to,
                files,
                List.of(named),
                List.of("sh tools/all.sh", "grep -q x src/a.py"),
                scope));
  }

  Target target(Base base, String commit) {
    return activities().target(SESSION, workspace, base, commit, false);
  }

  Optional<Replayed> replay(Base base, String commit) {
    return activities().replay(SESSION, workspace, base, commit);
  }

  Delivered deliver(Base base, String commit, Way way) {
    return activities().deliver(order(base, commit, way));
  }

  DeliveryOrder order(Base base, String commit, Way way) {
    return new DeliveryOrder(
        SESSION, workspace, base, commit, way, false, false, "", "Add a cache", "The body.");
  }

  String git(String... command) throws Exception {
    return TestRepositories.git(root, command);
  }

  String show(String tree, String path) {
    return new String(
        repository().run("cat-file", "blob", tree + ":" + path), StandardCharsets.UTF_8);
  }

  /** Returns no time for objects because Git touches those that it would write again. */
  private String time(Path path) throws IOException {
    return path.startsWith(root.resolve(".git/objects"))
        ? ""
        : " " + Files.getLastModifiedTime(path);
  }

  /** Returns every byte, mode, link and time of the user's folder, including {@code .git}. */
  Map<String, String> state() throws IOException {
    Map<String, String> state = new TreeMap<>();
    try (Stream<Path> all = Files.walk(root)) {
      for (Path path : (Iterable<Path>) all::iterator) {
        String mode =
            Files.isSymbolicLink(path)
                ? "link " + Files.readSymbolicLink(path)
                : PosixFilePermissions.toString(
                    Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS));
        String content =
            Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)
                ? Digests.sha256(Files.readAllBytes(path)) + time(path)
                : "";
        state.put(root.relativize(path).toString(), mode + " " + content);
      }
    }
    return state;
  }
}
