package dev.conclave.activities.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.conclave.activities.document.DocumentStore;
import dev.conclave.activities.git.Git;
import dev.conclave.activities.git.GitPlace;
import dev.conclave.activities.search.CodeSearch;
import dev.conclave.activities.search.ContextGatherer;
import dev.conclave.activities.search.SearchActivitiesImpl;
import dev.conclave.activities.tool.Tool;
import dev.conclave.activities.workspace.TreeFiles.TreeFile;
import dev.conclave.workflows.api.SearchActivities.GatherRequest;
import dev.conclave.workflows.api.WorkspaceActivities.Tree;
import dev.conclave.workflows.config.ConfigurationException;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.config.RepositoryLimits;
import dev.conclave.workflows.model.Workspace;
import dev.conclave.workflows.model.WorkspaceSpec;
import dev.conclave.workflows.temporal.FailureTypes;
import dev.conclave.workflows.temporal.HostId;
import io.temporal.failure.ApplicationFailure;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Opens every hostile repository and URL of {@code hostile/repositories.sh} with the product's
 * operations. The script is stand-alone so that other programs can use the attacks.
 */
@Order(3) // slow
class HostileRepositoriesTest {
  private static final Path SCRIPT = Path.of("src/test/resources/hostile/repositories.sh");
  private static final HostId HOST = new HostId("0123456789ab", "lima");

  /** Far above normal durations, to distinguish a hang from a busy machine. */
  private static final int HANGS_AFTER_SECONDS = 240;

  @TempDir static Path temp;
  private static Path top;
  private static DataFolder data;
  private static ExecutorService workers;
  private static final Map<String, Future<Outcome>> REPOSITORIES = new TreeMap<>();
  private static final Map<String, Future<Outcome>> URLS = new TreeMap<>();

  /**
   * The outcome of an attack.
   *
   * @param files of the tree; empty if refused
   * @param refusal the message
   */
  private record Outcome(List<String> files, Optional<String> refusal) {}

  @BeforeAll
  static void attack() throws Exception {
    top = temp.toRealPath().resolve("hostile");
    data = new DataFolder(temp.toRealPath().resolve("data"));
    Process script =
        new ProcessBuilder("sh", SCRIPT.toAbsolutePath().toString(), top.toString())
            .redirectErrorStream(true)
            .start();
    script.getOutputStream().close();
    String words = new String(script.getInputStream().readAllBytes());
    assertThat(script.waitFor()).as(words).isZero();

    workers = Executors.newFixedThreadPool(6);
    for (Path folder : children("repositories")) {
      Future<Outcome> outcome = workers.submit(() -> outcome(() -> useFolder(folder)));
      REPOSITORIES.put(folder.getFileName().toString(), outcome);
    }
    for (Path file : children("urls")) {
      String url = Files.readString(file);
      URLS.put(file.getFileName().toString(), workers.submit(() -> outcome(() -> use(url(url)))));
    }
  }

  @AfterAll
  static void end() throws Exception {
    workers.shutdownNow();
    // JUnit warns of every link that leads out of its folder.
    new ProcessBuilder("rm", "-rf", top.toString()).start().waitFor();
  }

  private static List<Path> children(String folder) throws IOException {
    try (Stream<Path> found = Files.list(top.resolve(folder))) {
      return found.sorted().collect(Collectors.toCollection(ArrayList::new));
    }
  }

  private interface Use {
    List<String> files() throws Exception;
  }

  private static Outcome outcome(Use use) throws Exception {
    try {
      return new Outcome(use.files(), Optional.empty());
    } catch (ApplicationFailure refused) {
      assertThat(refused.getType()).isIn(FailureTypes.WORKSPACE_REFUSED, FailureTypes.CLONE_FAILED);
      return new Outcome(List.of(), Optional.of(refused.getOriginalMessage()));
    } catch (ConfigurationException refused) {
      return new Outcome(List.of(), Optional.of(String.valueOf(refused.getMessage())));
    }
  }

  private static WorkspaceSpec url(String text) {
    int hash = text.lastIndexOf('#');
    Optional<String> ref = hash < 0 ? Optional.empty() : Optional.of(text.substring(hash + 1));
    String url = hash < 0 ? text : text.substring(0, hash);
    return WorkspaceSpec.ofUrl(url, ref, Duration.ofMinutes(1));
  }

  /** Runs the client's local operations, then those of a session. */
  private static List<String> useFolder(Path folder) throws Exception {
    try (CodeSearch search = CodeSearch.ofFolder(folder, data, words -> {}, text -> text)) {
      search.rank("limit of a request", 5);
    }
    RepositoryLimits.read(folder);
    return use(WorkspaceSpec.ofPath(HOST.id(), folder.toString()));
  }

  /** Opens, hashes, snapshots, searches with history and checks for drift. */
  private static List<String> use(WorkspaceSpec spec) throws Exception {
    DocumentStore documents = DocumentStore.in(data);
    GitTrees trees = new GitTrees(data, documents);
    WorkspaceActivitiesImpl activities = new WorkspaceActivitiesImpl(HOST, data, trees);
    Workspace workspace = activities.workspace(spec);
    Tree tree = activities.nameTree(workspace);
    try (Snapshot snapshot =
        new Snapshots(data, trees, false).acquire(workspace, tree.id(), "call")) {
      assertThat(snapshot.changedPaths()).isEmpty();
    }
    ContextGatherer gatherer =
        new ContextGatherer(Optional.empty(), text -> text, Clock.systemUTC());
    new SearchActivitiesImpl(gatherer, trees, documents, () -> words -> {})
        .gather(new GatherRequest("S", "limit of a request", List.of(), workspace, tree.id()));
    assertThat(activities.probe(workspace, tree.id(), List.of()).changed()).isZero();
    try (TreeFiles files = trees.files(workspace, tree.id())) {
      return files.list().stream().map(TreeFile::path).toList();
    }
  }

  static List<String> repositories() {
    return List.copyOf(REPOSITORIES.keySet());
  }

  static List<String> urls() {
    return List.copyOf(URLS.keySet());
  }

  private static Outcome of(Map<String, Future<Outcome>> attacks, String name) throws Exception {
    Optional<Path> made =
        attacks.containsKey(name) ? Optional.of(top.resolve(name)) : Optional.empty();
    Tool.needed("root", made); // the script creates the rest for every user
    return attacks.get(name).get(HANGS_AFTER_SECONDS, TimeUnit.SECONDS);
  }

  private static void assertNothingRan(String name) {
    assertThat(top.resolve("PWNED." + name)).doesNotExist();
    assertThat(top.resolve("repositories/" + name + "/PWNED")).doesNotExist();
  }

  @ParameterizedTest
  @MethodSource("repositories")
  void a_repository_runs_no_program_and_is_used_or_refused(String name) throws Exception {
    Outcome outcome = of(REPOSITORIES, name);
    assertNothingRan(name);
    assertThat(outcome.files()).noneMatch(file -> file.contains("SECRET"));
    outcome.refusal().ifPresent(words -> assertThat(words).containsIgnoringCase(top.toString()));
  }

  @ParameterizedTest
  @MethodSource("urls")
  void a_url_runs_no_program_and_is_used_or_refused(String name) throws Exception {
    Outcome outcome = of(URLS, name);
    assertNothingRan(name);
    outcome.refusal().ifPresent(words -> assertThat(words).isNotBlank());
  }

  @ParameterizedTest
  @ValueSource(strings = {"file-bomb-large", "file-bomb-many"})
  void a_url_whose_files_would_fill_the_disk_is_refused(String name) throws Exception {
    assertThat(of(URLS, name).refusal().orElseThrow()).contains("a million files or 16 GiB");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "fsmonitor",
        "hooks",
        "filter-clean-smudge",
        "filter-process",
        "textconv",
        "external-diff",
        "gpg",
        "aliases",
        "include",
        "worktree-config",
        "gitdir-elsewhere",
        "linked-worktree",
        "core-worktree-elsewhere",
        "submodule-settings",
        "nested-promisor",
        "promisor-uploadpack",
        "promisor-uploadpack-blob",
        "split-index",
        "sparse-index",
        "names",
        "embedded-bare",
        "special-gitignore-link",
        "special-mailmap-fifo",
        "special-workflow-project-tech-json-fifo"
      })
  void a_repository_with_hostile_settings_is_still_usable(String name) throws Exception {
    Outcome outcome = of(REPOSITORIES, name);
    assertThat(outcome.refusal()).isEmpty();
    assertThat(outcome.files()).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "special-git-HEAD-fifo",
        "special-git-HEAD-folder",
        "special-git-HEAD-socket",
        "special-git-HEAD-device",
        "special-git-config-fifo",
        "special-git-index-fifo",
        "special-git-info-exclude-fifo",
        "special-git-info-attributes-fifo",
        "special-gitignore-fifo",
        "special-gitignore-device",
        "special-gitattributes-fifo",
        "special-deep-src--gitignore",
        "special-deep-src--gitattributes",
        "special-deep-nested--git-HEAD",
        "special-deep--git-refs-heads-main"
      })
  void a_special_file_git_would_block_on_is_named_in_the_refusal(String name) throws Exception {
    assertThat(of(REPOSITORIES, name).refusal().orElseThrow())
        .contains("would block Git")
        .contains("remove it");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "special-conclave-yaml-fifo",
        "special-conclave-yaml-folder",
        "special-conclave-yaml-socket",
        "special-conclave-yaml-device"
      })
  void a_special_file_is_not_a_configuration(String name) throws Exception {
    assertThat(of(REPOSITORIES, name).refusal().orElseThrow()).contains("not a regular file");
  }

  @ParameterizedTest
  @ValueSource(strings = {"git-pointer", "git-link", "git-common", "git-refs-link"})
  void a_folder_that_claims_another_repository_is_refused(String name) throws Exception {
    assertThat(of(REPOSITORIES, name).refusal().orElseThrow()).contains("points to " + top);
  }

  @ParameterizedTest
  @ValueSource(strings = {"other-owner", "other-owner-above"})
  void a_repository_of_another_owner_is_refused_with_the_fix(String name) throws Exception {
    assertThat(of(REPOSITORIES, name).refusal().orElseThrow())
        .contains("belongs to another user")
        .contains("git config --global --add safe.directory " + top);
  }

  /** Proves that the fixtures attack: Git with its defaults runs these programs. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "promisor-uploadpack",
        "promisor-uploadpack-commit",
        "promisor-ext",
        "promisor-ssh-command",
        "promisor-git-proxy",
        "promisor-instead-of",
        "fsmonitor",
        "hooks",
        "hooks-path",
        "filter-clean-smudge",
        "filter-process",
        "textconv",
        "external-diff",
        "diff-driver-command",
        "global-attributes-file",
        "gpg",
        "include",
        "include-if",
        "worktree-config",
        "gitdir-elsewhere",
        "commondir-elsewhere",
        "linked-worktree",
        "submodule-settings"
      })
  void plain_git_would_run_the_program(String name) throws Exception {
    of(REPOSITORIES, name);
    assertNothingRan(name);
    Path marker = top.resolve("PWNED." + name);
    String commands =
        "git status; git diff; git log -p -2 --show-signature; git diff-index --cached HEAD;"
            + " git checkout -q .";
    ProcessBuilder builder =
        new ProcessBuilder("timeout", "60", "sh", "-c", commands)
            .directory(top.resolve("repositories/" + name).toFile())
            .redirectErrorStream(true);
    builder.environment().put("GIT_TERMINAL_PROMPT", "0");
    try {
      Process process = builder.start();
      process.getOutputStream().close();
      process.getInputStream().readAllBytes();
      process.waitFor();
      assertThat(marker).exists();
    } finally {
      Files.deleteIfExists(marker);
    }
  }

  @Test
  void transports_stay_blocked_in_git_versions_without_no_lazy_fetch() throws Exception {
    // Older Git does not know the variable, so it is set to older Git's behaviour here.
    of(REPOSITORIES, "promisor-uploadpack");
    Path root = top.resolve("repositories/promisor-uploadpack");
    Path git = Files.createDirectories(temp.resolve("bin")).resolve("git");
    Path real =
        Stream.of(System.getenv("PATH").split(":"))
            .map(folder -> Path.of(folder, "git"))
            .filter(Files::isExecutable)
            .findFirst()
            .orElseThrow();
    Files.writeString(git, "#!/bin/sh\nGIT_NO_LAZY_FETCH=0\nexec " + real + " \"$@\"\n");
    assertThat(git.toFile().setExecutable(true)).isTrue();
    Git old = new Git(Map.of("PATH", git.getParent() + ":" + System.getenv("PATH")));
    GitPlace place = new GitPlace(root.resolve(".git"), root, root, null, List.of());
    assertThatThrownBy(() -> old.run(place, "diff-index", "--cached", "HEAD"))
        .hasMessageContaining("transport 'file' not allowed");
    assertNothingRan("promisor-uploadpack");

    of(URLS, "file-promisor");
    Path mirror = Files.createDirectories(temp.resolve("mirror"));
    GitPlace bare = GitPlace.bare(mirror);
    old.run(bare, "init", "-q", "--bare");
    String url = "file://" + top.resolve("sources/promisor.git");
    assertThatThrownBy(() -> old.fetch(bare, url, "HEAD"))
        .hasMessageContaining("transport 'file' not allowed");
    assertNothingRan("file-promisor");
  }

  @Test
  void no_trace_of_an_attack_remains() throws Exception {
    for (String name : REPOSITORIES.keySet()) {
      of(REPOSITORIES, name);
    }
    for (String name : URLS.keySet()) {
      of(URLS, name);
    }
    assertThat(leftBehind()).isEmpty();

    ProcessBuilder builder = new ProcessBuilder("sleep", "1000").directory(new File("/"));
    builder.environment().put("GIT_DIR", top.resolve("repositories").toString());
    Process attack = builder.start();
    try {
      assertThat(leftBehind()).containsExactly(attack.pid());
    } finally {
      attack.destroyForcibly();
    }
  }

  private static List<Long> leftBehind() throws IOException {
    String folder = temp.toRealPath().toString();
    return ProcessHandle.allProcesses()
        .filter(process -> names(process, folder))
        .map(ProcessHandle::pid)
        .toList();
  }

  /** Returns whether a process works in the folder or names it in arguments or environment. */
  private static boolean names(ProcessHandle process, String folder) {
    Path proc = Path.of("/proc/" + process.pid());
    try {
      return Files.readSymbolicLink(proc.resolve("cwd")).toString().startsWith(folder)
          || bytes(proc.resolve("cmdline")).contains(folder)
          || bytes(proc.resolve("environ")).contains(folder);
    } catch (IOException e) {
      return false; // ended, or of another user
    }
  }

  private static String bytes(Path file) throws IOException {
    return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
  }
}
