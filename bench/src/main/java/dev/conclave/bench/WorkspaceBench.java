package dev.conclave.bench;

import dev.conclave.activities.document.DocumentStore;
import dev.conclave.activities.search.CodeSearch;
import dev.conclave.activities.workspace.GitTrees;
import dev.conclave.activities.workspace.Snapshot;
import dev.conclave.activities.workspace.Snapshots;
import dev.conclave.activities.workspace.TreeFiles;
import dev.conclave.activities.workspace.WorkspaceActivitiesImpl;
import dev.conclave.workflows.api.WorkspaceActivities.Tree;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.model.Workspace;
import dev.conclave.workflows.model.WorkspaceSpec;
import dev.conclave.workflows.temporal.HostId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;

/**
 * Measures tree ids and snapshots relative to plain Git on the same repository in the same run,
 * because ratios are more stable than seconds on a busy machine. Creates a repository, measures,
 * checks that the repository has not changed, and deletes it.
 *
 * <pre>
 * java -cp 'bench/target/classes:bench/target/lib/*' dev.conclave.bench.WorkspaceBench --files 50000
 * </pre>
 */
@CommandLine.Command(name = "workspace-bench", mixinStandardHelpOptions = true)
public final class WorkspaceBench implements Callable<Integer> {
  @CommandLine.Option(names = "--files", defaultValue = "20000", description = "how many files")
  private int files = 20_000;

  @CommandLine.Option(
      names = "--folder",
      description = "where to work; a temporary folder if absent")
  private Path folder = Path.of(System.getProperty("java.io.tmpdir"));

  private double plainStatus = Double.NaN;

  /** Runs the benchmark; exits with 1 if the repository has changed. */
  public static void main(String[] arguments) {
    System.exit(new CommandLine(new WorkspaceBench()).execute(arguments));
  }

  @Override
  public Integer call() throws Exception {
    Path temporary = Files.createTempDirectory(folder, "workspace-bench-");
    try {
      return measure(temporary) ? 0 : 1;
    } finally {
      try (Stream<Path> walk = Files.walk(temporary)) {
        walk.sorted(Comparator.reverseOrder()).forEach(path -> path.toFile().delete());
      }
    }
  }

  private boolean measure(Path temporary) throws Exception {
    SampleRepository repository = SampleRepository.make(temporary.resolve("repository"), files);
    String root = repository.root().toString();
    DataFolder data = new DataFolder(temporary.resolve("data"));
    GitTrees trees = new GitTrees(data, DocumentStore.in(data));
    HostId host = new HostId("0123456789ab", "bench");
    WorkspaceActivitiesImpl activities = new WorkspaceActivitiesImpl(host, data, trees);
    Workspace workspace = activities.workspace(WorkspaceSpec.ofPath(host.id(), root));
    Snapshots snapshots = new Snapshots(data, trees, false);

    System.out.printf("%,d files; ratio = time / `git status` on the same tree%n", files);
    plainStatus = seconds(() -> repository.git("--no-optional-locks", "status", "--porcelain"));
    line("git status, plain", plainStatus);
    Path copy = temporary.resolve("clone");
    line("git clone, plain", seconds(() -> repository.git("clone", "-q", root, copy.toString())));
    // After the clone, which adds hard links to the objects of the repository.
    Map<String, String> before = repository.stamps();
    line("tree id, first", seconds(() -> activities.nameTree(workspace)));
    for (int i = 0; i < 3; i++) {
      line("tree id, nothing changed", seconds(() -> activities.nameTree(workspace)));
    }
    Tree tree = activities.nameTree(workspace);
    line("snapshot, first", seconds(() -> take(snapshots, workspace, tree.id())));
    for (int i = 0; i < 3; i++) {
      line("snapshot from the pool", seconds(() -> take(snapshots, workspace, tree.id())));
    }
    try (Snapshot snapshot = snapshots.acquire(workspace, tree.id(), "bench")) {
      line("what an agent wrote", seconds(snapshot::changedPaths));
    }
    line("500 files read", seconds(() -> read(trees, workspace, tree.id())));
    line("search, first", seconds(() -> search(trees, workspace, tree.id())));
    line("search, nothing changed", seconds(() -> search(trees, workspace, tree.id())));
    boolean untouched = repository.stamps().equals(before);
    repository.change(1_000);
    line("tree id, 1,000 changed", seconds(() -> activities.nameTree(workspace)));
    Tree changed = activities.nameTree(workspace);
    line("search, 1,000 changed", seconds(() -> search(trees, workspace, changed.id())));
    System.out.println(untouched ? "the repository was left as it was" : "THE REPOSITORY CHANGED");
    return untouched;
  }

  private static Object search(GitTrees trees, Workspace workspace, String tree)
      throws IOException {
    try (CodeSearch search = CodeSearch.ofTree(trees, workspace, tree, words -> {}, text -> text)) {
      return search.rank("limit the rate of requests in RateLimiter", 60);
    }
  }

  private static Object take(Snapshots snapshots, Workspace workspace, String tree) {
    try (Snapshot snapshot = snapshots.acquire(workspace, tree, "bench")) {
      return snapshot.changedPaths();
    }
  }

  private static Object read(GitTrees trees, Workspace workspace, String tree) {
    try (TreeFiles files = trees.files(workspace, tree)) {
      return files.list().stream().limit(500).map(files::bytes).toList();
    }
  }

  private void line(String what, double seconds) {
    System.out.printf("%-28s %8.2f s  x%.1f%n", what, seconds, seconds / plainStatus);
  }

  private static double seconds(Callable<?> work) throws Exception {
    long start = System.nanoTime();
    work.call();
    return (System.nanoTime() - start) / 1e9;
  }
}
