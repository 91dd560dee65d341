package dev.conclave.activities.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.conclave.activities.tool.Tool;
import io.temporal.failure.ApplicationFailure;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Order(4) // slow
class GitTest {
  @TempDir Path temp;
  private Path home;
  private Path root;
  private Map<String, String> environment;

  @BeforeEach
  void make() throws Exception {
    home = Files.createDirectories(temp.resolve("home"));
    root = Files.createDirectories(temp.resolve("root"));
    environment = new HashMap<>(Map.of("PATH", System.getenv("PATH"), "HOME", home.toString()));
    new ProcessBuilder("git", "init", "-q", root.toString()).start().waitFor();
    for (String name : List.of("a.txt", "by-user.txt", "by-default.txt", "by-repository.txt")) {
      Files.writeString(root.resolve(name), name);
    }
    Files.writeString(home.resolve("hidden"), "by-user.txt\n");
    Files.writeString(root.resolve(".git/hidden"), "by-repository.txt\n");
    Path folder = Files.createDirectories(home.resolve(".config/git"));
    Files.writeString(folder.resolve("ignore"), "by-default.txt\n");
  }

  private List<String> listed() {
    Git git = new Git(environment);
    GitPlace place = GitPlace.ofUser(Repository.at(git, root).orElseThrow(), root);
    return git.untracked(place);
  }

  private void userSets(String settings) throws Exception {
    Files.writeString(home.resolve(".gitconfig"), settings);
  }

  @Test
  void the_users_default_excludes_file_applies() {
    assertThat(listed()).containsExactly("a.txt", "by-repository.txt", "by-user.txt");
    environment.put("XDG_CONFIG_HOME", home.resolve("elsewhere").toString());
    assertThat(listed()).contains("by-default.txt");
  }

  @Test
  void the_excludes_file_named_by_the_user_applies() throws Exception {
    userSets("[core]\n\texcludesFile = ~/hidden\n");
    assertThat(listed()).containsExactly("a.txt", "by-default.txt", "by-repository.txt");
    Files.move(home.resolve(".gitconfig"), home.resolve("other"));
    environment.put("GIT_CONFIG_GLOBAL", home.resolve("other").toString());
    assertThat(listed()).containsExactly("a.txt", "by-default.txt", "by-repository.txt");
  }

  @Test
  void a_repositorys_excludes_file_can_only_hide_more() throws Exception {
    userSets("[core]\n\texcludesFile = ~/hidden\n");
    Path config = root.resolve(".git/config");
    Files.writeString(config, "[core]\n\texcludesFile = .git/hidden\n");
    assertThat(listed()).containsExactly("a.txt", "by-default.txt");
    Files.writeString(config, "[core]\n\texcludesFile = /dev/null\n");
    assertThat(listed()).containsExactly("a.txt", "by-default.txt", "by-repository.txt");
  }

  @Test
  void no_other_user_setting_reaches_a_repository() throws Exception {
    Path marker = temp.resolve("PWNED");
    userSets("[core]\n\tfsmonitor = touch " + marker + "\n[alias]\n\tx = !touch " + marker + "\n");
    Git git = new Git(environment);
    GitPlace place = GitPlace.ofUser(Repository.at(git, root).orElseThrow(), root);
    assertThatThrownBy(() -> git.run(place, "x")).isInstanceOf(GitFailed.class);
    git.run(place, "status");
    assertThat(marker).doesNotExist();
  }

  @Test
  void ownership_is_checked_as_git_does() throws Exception {
    boolean isRoot = (int) Files.getAttribute(root, "unix:uid") == 0;
    Tool.needed("root", Optional.of(root).filter(it -> isRoot));
    new ProcessBuilder("chown", "-R", "65534", root.toString()).start().waitFor();
    assertThatThrownBy(() -> Repository.around(new Git(environment), root))
        .hasMessageContaining("git config --global --add safe.directory " + root);
    environment.put("SUDO_UID", "65534");
    assertThat(listed()).contains("a.txt");
    environment.remove("SUDO_UID");
    userSets("[safe]\n\tdirectory = " + root + "\n");
    assertThat(listed()).contains("a.txt");
  }

  @Test
  void a_missing_git_is_reported_with_a_fix() throws Exception {
    Path bin = Files.createDirectories(temp.resolve("bin"));
    // Without it the JVM searches for Git on its own PATH.
    Files.createSymbolicLink(bin.resolve("timeout"), Tool.needed("timeout"));
    Git git = new Git(Map.of("PATH", bin.toString()));
    assertThatThrownBy(() -> git.run(GitPlace.bare(root), "version"))
        .hasMessageContaining("cannot start git: install it");
  }

  /** Runs an endless command and is killed. */
  static final class Victim {
    public static void main(String[] arguments) {
      Git git = new Git(Map.of("PATH", arguments[0]));
      git.run(GitPlace.bare(Path.of(arguments[1])), Duration.ofSeconds(2), new byte[0], "wait");
    }
  }

  @Test
  void a_command_ends_at_its_time_limit_even_if_the_worker_died() throws Exception {
    Path pid = temp.resolve("pid");
    String path = otherGit(writes(pid) + "exec sleep 1000\n");
    Process worker =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Victim.class.getName(),
                path,
                root.toString())
            .redirectErrorStream(true)
            .redirectOutput(temp.resolve("log").toFile())
            .start();
    while (!Files.exists(pid)) {
      assertThat(worker.waitFor(50, TimeUnit.MILLISECONDS)).isFalse();
    }
    worker.destroyForcibly().waitFor();
    String child = Files.readString(pid, StandardCharsets.UTF_8).strip();
    Optional<ProcessHandle> left = ProcessHandle.of(Long.parseLong(child));
    if (left.isPresent()) {
      left.get().onExit().get(3, TimeUnit.MINUTES);
    }
    assertThat(left.filter(ProcessHandle::isAlive)).isEmpty();
  }

  /** Returns a PATH whose {@code git} is this shell script. */
  private String otherGit(String script) throws Exception {
    Tool.needed("timeout"); // without it the JVM searches for Git on its own PATH
    Path git = Files.createDirectories(temp.resolve("bin")).resolve("git");
    Files.writeString(git, "#!/bin/sh\n" + script);
    assertThat(git.toFile().setExecutable(true)).isTrue();
    return git.getParent() + ":" + System.getenv("PATH");
  }

  private static String writes(Path pid) {
    return "echo $$ >" + pid + ".new\nmv " + pid + ".new " + pid + "\n";
  }

  private static void makePipe(Path file) throws Exception {
    assertThat(new ProcessBuilder("mkfifo", file.toString()).start().waitFor()).isZero();
  }

  @Test
  void a_timed_out_or_killed_command_is_not_an_answer() throws Exception {
    GitPlace place = GitPlace.bare(root);
    Git slow = new Git(Map.of("PATH", otherGit("exec sleep 1000\n")));
    assertThatThrownBy(() -> slow.run(place, Duration.ofMillis(300), new byte[0], "ls-files"))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("git ls-files")
        .hasMessageContaining("stopped after");
    Git killed = new Git(Map.of("PATH", otherGit("kill -9 $$\n")));
    assertThatThrownBy(() -> killed.succeeds(place, "ls-files"))
        .isInstanceOf(UncheckedIOException.class);
  }

  @Test
  void an_interrupt_ends_the_command() throws Exception {
    Path pid = temp.resolve("pid");
    Git git = new Git(Map.of("PATH", otherGit(writes(pid) + "exec sleep 1000\n")));
    CompletableFuture<Throwable> failure = new CompletableFuture<>();
    Thread activity =
        new Thread(
            () -> {
              try {
                git.run(
                    GitPlace.bare(root), Duration.ofMinutes(10), new byte[0], "rev-parse", "HEAD");
              } catch (UncheckedIOException e) {
                failure.complete(e);
              }
            });
    activity.start();
    while (!Files.exists(pid)) {
      activity.join(20);
      assertThat(activity.isAlive()).isTrue();
    }
    activity.interrupt();
    assertThat(failure.get(3, TimeUnit.MINUTES)).hasMessageContaining("interrupted");
    String child = Files.readString(pid, StandardCharsets.UTF_8).strip();
    Optional<ProcessHandle> left = ProcessHandle.of(Long.parseLong(child));
    if (left.isPresent()) {
      left.get().onExit().get(3, TimeUnit.MINUTES);
    }
  }

  @Test
  void a_pipe_behind_a_linked_git_folder_is_named() throws Exception {
    Path refs = Files.createDirectories(temp.resolve("elsewhere/heads"));
    makePipe(refs.resolve("main"));
    Files.writeString(root.resolve(".git/HEAD"), "ref: refs/heads/main\n");
    new ProcessBuilder("rm", "-r", root.resolve(".git/refs").toString()).start().waitFor();
    Files.createSymbolicLink(root.resolve(".git/refs"), refs.getParent());
    GitPlace place = GitPlace.bare(root.resolve(".git"));
    assertThatThrownBy(() -> new Git(environment).line(place, "rev-parse", "HEAD"))
        .isInstanceOf(ApplicationFailure.class)
        .hasMessageContaining(".git/refs/heads/main is a named pipe");
  }

  @Test
  void ignore_files_linked_to_the_null_device_are_accepted() throws Exception {
    for (String name : List.of(".gitignore", ".gitattributes", ".git/info/exclude")) {
      Files.deleteIfExists(root.resolve(name));
      Files.createSymbolicLink(root.resolve(name), Path.of("/dev/null"));
    }
    assertThat(listed()).contains("a.txt", ".gitignore");
  }

  private Path planted(Path folder) throws Exception {
    Path marker = temp.resolve("PWNED");
    Path git = Files.createDirectories(folder).resolve("git");
    Files.writeString(git, "#!/bin/sh\ntouch " + marker + "\n");
    assertThat(git.toFile().setExecutable(true)).isTrue();
    return marker;
  }

  @Test
  void git_is_never_taken_from_the_repository_or_a_relative_folder() throws Exception {
    Path bin = root.resolve("node_modules/.bin");
    Path marker = planted(bin);
    Path relative = Path.of("").toAbsolutePath().relativize(bin);
    for (String entry : List.of(bin.toString(), relative.toString(), "./node_modules/.bin", "")) {
      environment.put("PATH", entry + ":" + System.getenv("PATH"));
      assertThat(listed()).contains("a.txt");
    }
    assertThat(marker).doesNotExist();
  }

  @Test
  void a_command_has_bounded_memory() throws Exception {
    Tool.needed("prlimit");
    Git git = new Git(Map.of("PATH", otherGit("ulimit -d\n")));
    assertThat(git.line(GitPlace.bare(root), "version")).isEqualTo("1048576");
  }

  private void run(String... command) throws Exception {
    Process process = new ProcessBuilder(command).directory(root.toFile()).inheritIO().start();
    assertThat(process.waitFor()).isZero();
  }

  private void commit() throws Exception {
    String command = "git -c user.name=a -c user.email=a@example.com commit -q --allow-empty -m x";
    run(command.split(" "));
  }

  private void isRefused(Path folder) {
    assertThatThrownBy(() -> Repository.at(new Git(environment), folder))
        .isInstanceOf(ApplicationFailure.class)
        .hasMessageContaining(folder.getFileName() + "/.git");
  }

  @Test
  void a_folder_that_claims_another_repository_is_refused() throws Exception {
    commit();
    Path git = root.resolve(".git");

    Path pointer = Files.createDirectories(temp.resolve("pointer"));
    Files.writeString(pointer.resolve(".git"), "gitdir: " + git);
    isRefused(pointer);

    Path link = Files.createDirectories(temp.resolve("link"));
    Files.createSymbolicLink(link.resolve(".git"), git);
    isRefused(link);

    Path common = Files.createDirectories(temp.resolve("common/.git")).getParent();
    Files.copy(git.resolve("HEAD"), common.resolve(".git/HEAD"));
    Files.writeString(common.resolve(".git/commondir"), git.toString());
    isRefused(common);

    Path inner = Files.createDirectories(temp.resolve("inner/fake")).getParent();
    Files.copy(git.resolve("HEAD"), inner.resolve("fake/HEAD"));
    Files.writeString(inner.resolve("fake/commondir"), git.toString());
    Files.writeString(inner.resolve("fake/gitdir"), inner.resolve(".git").toString());
    Files.writeString(inner.resolve(".git"), "gitdir: fake");
    assertThatThrownBy(() -> Repository.at(new Git(environment), inner))
        .hasMessageContaining("commondir");

    Path refs = Files.createDirectories(temp.resolve("refs/.git/objects")).getParent().getParent();
    Files.copy(git.resolve("HEAD"), refs.resolve(".git/HEAD"));
    Files.createSymbolicLink(refs.resolve(".git/refs"), git.resolve("refs"));
    isRefused(refs);
  }

  @Test
  void a_working_tree_and_git_folder_that_reference_each_other_are_opened() throws Exception {
    commit();
    Path linked = temp.resolve("linked");
    run("git", "worktree", "add", "-q", "--detach", linked.toString());
    assertThat(Repository.at(new Git(environment), linked)).isPresent();

    Path separate = Files.createDirectories(temp.resolve("separate"));
    run("git", "init", "-q", "--separate-git-dir", temp.resolve("s.git") + "", separate + "");
    run("git", "--git-dir", temp.resolve("s.git") + "", "config", "core.worktree", separate + "");
    assertThat(Repository.at(new Git(environment), separate)).isPresent();
  }

  @Test
  void ignore_rules_over_one_mebibyte_are_refused() throws Exception {
    Files.writeString(root.resolve(".gitignore"), "some/pattern/*\n".repeat(80_000));
    assertThatThrownBy(this::listed).hasMessageContaining(".gitignore exceeds 1 MiB");
  }
}
