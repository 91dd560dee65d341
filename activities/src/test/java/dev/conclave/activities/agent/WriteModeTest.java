package dev.conclave.activities.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.conclave.activities.agent.process.CallControl;
import dev.conclave.activities.agent.process.CallControl.AttemptEnded;
import dev.conclave.activities.agent.process.CallFolder.CallKey;
import dev.conclave.activities.agent.process.CallFolder.WaitingActivity;
import dev.conclave.activities.agent.process.OrphanSweep;
import dev.conclave.activities.document.DocumentStore;
import dev.conclave.activities.document.Folders;
import dev.conclave.activities.tool.Tool;
import dev.conclave.activities.workspace.CallPlace;
import dev.conclave.activities.workspace.GitTrees;
import dev.conclave.activities.workspace.Snapshots;
import dev.conclave.activities.workspace.TestRepositories;
import dev.conclave.activities.workspace.TreeFiles;
import dev.conclave.workflows.api.AgentFailure;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.model.FailureKind;
import dev.conclave.workflows.model.Mode;
import dev.conclave.workflows.model.Role;
import dev.conclave.workflows.model.Workspace;
import dev.conclave.workflows.text.Digests;
import dev.conclave.workflows.text.WireMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Write-mode calls of shell scripts with real processes and repositories. */
class WriteModeTest {
  @TempDir Path root;
  DataFolder data;
  Path user;
  private Path till;
  private Workspace workspace;
  private GitTrees trees;
  private String tree;
  private String run = "run-1";
  private Duration timeout = Duration.ofMinutes(4);
  private Map<String, String> before;

  @BeforeEach
  void aRepository() throws Exception {
    data = new DataFolder(root.resolve("data"));
    till = Files.createDirectory(root.resolve("outside")).resolve("till");
    user =
        TestRepositories.repository(
            root.resolve("user"),
            "a.txt=a\n",
            "b.txt=b\n",
            "src/c.txt=c\n",
            "src/d.txt=d\n",
            ".env=TOKEN=hunter22\n",
            ".gitignore=*.log\n",
            "文档/说明.txt=读\n");
    TestRepositories.write(user, "uncommitted.txt=mine\n");
    workspace = TestRepositories.workspace(user);
    trees = new GitTrees(data, DocumentStore.in(data));
    tree = trees.name(workspace).id();
    before = content(user);
  }

  @AfterEach
  void the_users_tree_is_as_it_was_and_no_process_is_left() throws Exception {
    assertThat(content(user)).isEqualTo(before);
    new OrphanSweep(data).sweep((call, asker) -> false);
    assertThat(new OrphanSweep(data).running()).isEmpty();
  }

  @Test
  void its_changes_become_a_tree_and_the_users_tree_is_unchanged() throws Exception {
    CallResult result =
        call(
            "echo A > a.txt; rm b.txt; mkdir new; echo n > new/n.txt; chmod +x src/c.txt;"
                + " mv src/d.txt src/e.txt; echo x > x.log; echo done");

    assertThat(result.text()).isEqualTo("done");
    assertThat(files(result))
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "a.txt", "100644 A\n",
                "new/n.txt", "100644 n\n",
                "src/c.txt", "100755 c\n",
                "src/e.txt", "100644 d\n",
                ".env", "100644 TOKEN=hunter22\n",
                ".gitignore", "100644 *.log\n",
                "文档/说明.txt", "100644 读\n",
                "uncommitted.txt", "100644 mine\n"));
    assertThat(result.leftOut()).isEmpty();
    assertThat(result.receipt().tree()).isEqualTo(tree);
  }

  @Test
  void file_names_of_every_kind_are_kept() throws Exception {
    String odd = "$(printf 'line\\nbreak')";
    CallResult result =
        call(
            "echo 1 > \"%s\"; printf 2 > -rf; printf 3 > \"$(printf 'u\\314\\210')\"; printf 5 > \"$(printf '\\377')\"; mkdir 'a b'; printf 4 > 'a b/\"q\"'; echo done"
                .formatted(odd));

    assertThat(files(result))
        .containsEntry("\"line\\nbreak\"", "100644 1\n")
        .containsEntry("-rf", "100644 2")
        .containsEntry("u\u0308", "100644 3")
        .containsEntry("a b/\"q\"", "100644 4");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // deeper than any path limit
        "d=$(printf '%0200d' 0); for i in $(seq 40); do mkdir $d && cd $d && echo x > x; done",
        "mkdir closed; echo x > closed/x; chmod 500 closed; mkdir shut; echo x > shut/x; chmod 0 shut src",
        "for i in $(seq 5000); do : > f$i; done",
        "rm -rf * .[a-z]*",
        "mkdir .GIT; echo '[core]' > .GIT/config; mkdir a.dir; ln a.txt a.dir/hard; mkdir 'x\\y'; echo x > 'x\\y/CON'",
        "rm a.txt; mkdir a.txt; echo x > a.txt/x; rm -r src; echo x > src",
        "ln -s . loop; ln -s loop2 loop2; echo x > b.txt"
      })
  void the_next_call_finds_no_traces_of_the_previous_one(String script) throws Exception {
    String there = "find . -path ./.git -prune -o -print | LC_ALL=C sort; cat a.txt src/c.txt";
    String fresh = call(there).text();

    CallResult left = call(script.replace("\\\\", "\\") + "; echo done");

    assertThat(left.tree()).isNotEqualTo(tree);
    assertThat(call(there + "; : again").text()).isEqualTo(fresh);
    assertThat(files(call("echo A > a.txt; echo done"))).hasSize(8);
  }

  @Test
  void links_are_kept_as_links_and_never_written_through() throws Exception {
    Path outside = Files.writeString(till.resolveSibling("other.txt"), "theirs");

    CallResult result =
        call(
            "ln -s '%s' out.txt; rm -r src; ln -s /etc src; ln -s a.txt in.txt; echo done"
                .formatted(outside));

    assertThat(files(result))
        .containsEntry("out.txt", "120000 " + outside)
        .containsEntry("src", "120000 /etc")
        .containsEntry("in.txt", "120000 a.txt")
        .doesNotContainKey("src/c.txt");
    assertThat(outside).hasContent("theirs");
    assertThat(files(call("cat out.txt; cat src/c.txt; echo done"))).containsKey("src/c.txt");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "git add -A; git commit -qm mine; rm -f a.txt; git rm -q --cached b.txt",
        "rm -rf .git",
        "rm -rf .git; git init -q; git add a.txt; git commit -qm other",
        "rm -rf .git; ln -s '%s/.git' .git",
        "rm -rf .git; echo 'gitdir: %s/.git' > .git",
        "mkdir .git/hooks; for h in pre-commit post-checkout post-index-change reference-transaction; do printf '#!/bin/sh\\ntouch %s/pwned' > .git/hooks/$h; chmod +x .git/hooks/$h; done",
        "git config core.fsmonitor 'touch %s/pwned'; git config core.worktree /; git config core.hooksPath .",
        "git config filter.x.clean 'touch %s/pwned'; echo '* filter=x' > .git/info/attributes",
        "echo '*' > .git/info/exclude; git update-index --skip-worktree new.txt a.txt; git update-index --assume-unchanged a.txt",
        "echo / > .git/objects/info/alternates; echo x > .git/index; mkfifo .git/HEAD.lock .git/index.lock"
      })
  void changes_to_its_git_folder_are_ignored(String script) throws Exception {
    CallResult result =
        call(
            "echo new > new.txt; "
                + script.replace("%s", user.toString())
                + "; echo A > a.txt; echo done");

    assertThat(files(result))
        .containsEntry("new.txt", "100644 new\n")
        .containsEntry("a.txt", "100644 A\n");
    assertThat(files(call("git status --porcelain > status; git log --oneline >> status; echo it")))
        .hasEntrySatisfying("status", text -> assertThat(text).endsWith("Base\n").hasLineCount(2));
  }

  @Test
  void attributes_of_the_tree_cause_no_conversion() throws Exception {
    CallResult result =
        call(
            "printf '* text eol=crlf filter=x\\n*.txt working-tree-encoding=UTF-16' > .gitattributes;"
                + " printf 'x\\r\\n' > x.txt; printf 'y\\n' > y.txt; echo done");

    assertThat(files(result))
        .containsEntry("x.txt", "100644 x\r\n")
        .containsEntry("y.txt", "100644 y\n");
  }

  @Test
  void python_caches_are_not_part_of_the_result() throws Exception {
    Tool.needed("python3");

    CallResult result = call("echo 'x = 1' > m.py; python3 -c 'import m; print(m.x)'");

    assertThat(result.text()).isEqualTo("1");
    assertThat(files(result)).containsKey("m.py").hasSize(9);
  }

  @Test
  void a_nested_repository_is_kept_as_files() throws Exception {
    CallResult result =
        call(
            "mkdir lib; cd lib; git init -q; echo l > l.txt; git add l.txt;"
                + " git -c user.name=a -c user.email=b commit -qm l; echo done");

    assertThat(files(result)).containsEntry("lib/l.txt", "100644 l\n").doesNotContainKey("lib");
  }

  @Test
  void content_a_tree_cannot_hold_is_reported_and_the_replaced_file_is_kept() throws Exception {
    CallResult result =
        call(
            "truncate -s 80M big.bin src/c.txt; mkfifo pipe; rm b.txt; mkfifo b.txt; echo A > a.txt; echo ok");

    assertThat(files(result))
        .containsEntry("a.txt", "100644 A\n")
        .containsEntry("b.txt", "100644 b\n")
        .containsEntry("src/c.txt", "100644 c\n")
        .doesNotContainKeys("big.bin", "pipe");
    assertThat(result.leftOut())
        .hasSize(3)
        .anyMatch(one -> one.startsWith("big.bin: larger than"))
        .anyMatch(one -> one.startsWith("src/c.txt: larger than"))
        .anyMatch(one -> one.startsWith("b.txt: "));
  }

  @Test
  void possible_secrets_are_hidden_from_the_agent_and_kept_in_the_tree() throws Exception {
    CallResult result =
        call("cat .env; git show HEAD:.env; git log -p; git fsck --lost-found; echo A > a.txt");

    assertThat(result.text()).doesNotContain("hunter22");
    assertThat(files(result)).containsEntry(".env", "100644 TOKEN=hunter22\n");
  }

  @Test
  void a_call_without_changes_returns_the_given_tree() throws Exception {
    assertThat(call("echo nothing to do").tree()).isEqualTo(tree);
    assertThat(call("echo x > a.txt; echo a > a.txt; touch b.txt; echo hm").tree()).isEqualTo(tree);
  }

  @Test
  void an_error_message_without_changes_is_a_failure_and_changes_without_text_are_not()
      throws Exception {
    String limit = "echo 'Error: you have reached your usage limit.'";

    assertThat(failure(limit).kind()).isEqualTo(FailureKind.RATE_LIMITED);
    assertThat(failure("true").kind()).isEqualTo(FailureKind.EMPTY_REPLY);
    assertThat(files(call("echo A > a.txt; " + limit))).containsEntry("a.txt", "100644 A\n");
    assertThat(files(call("echo A > a.txt"))).containsEntry("a.txt", "100644 A\n");
  }

  @Test
  void it_may_be_silent_for_half_of_its_time() throws Exception {
    timeout = Duration.ofSeconds(20);

    assertThat(call("sleep 3; echo A > a.txt; echo done").text()).isEqualTo("done");
    AgentFailure silent = failure("echo A > a.txt; sleep 300");

    assertThat(silent.kind()).isEqualTo(FailureKind.TIMED_OUT);
    assertThat(silent.message()).startsWith("no output for 10 s");
  }

  @Test
  void two_concurrent_calls_have_separate_folders_and_trees() throws Exception {
    String script =
        "echo %1$s > a.txt; touch '%2$s.%1$s'; while [ ! -e '%2$s.%3$s' ]; do sleep 0.1; done; echo %1$s > own.%1$s";
    CompletableFuture<CallResult> one =
        CompletableFuture.supplyAsync(() -> calling(script.formatted("one", till, "two")));
    CallResult two = calling(script.formatted("two", till, "one"));

    assertThat(files(two)).containsEntry("a.txt", "100644 two\n").doesNotContainKey("own.one");
    assertThat(files(one.join())).containsEntry("a.txt", "100644 one\n").containsKey("own.one");
  }

  private CallResult calling(String script) {
    try {
      return call(script);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void a_failed_call_leaves_nothing() throws Exception {
    assertThat(failure("echo A > a.txt; exit 3").message()).startsWith("exit 3");
    assertThat(call("cat a.txt").text()).isEqualTo("a");
  }

  @Test
  void a_finished_call_keeps_its_tree_and_is_not_repeated() throws Exception {
    String script = "echo bought >> '" + till + "'; echo A > a.txt; echo done";
    CallResult first = call(script);

    assertThat(call(script)).isEqualTo(first);
    assertThat(till).hasContent("bought");
  }

  @Test
  void a_running_call_is_adopted_with_its_earlier_writes() throws Exception {
    String script =
        "echo bought >> '%1$s'; echo one > one.txt; while [ ! -e '%1$s.go' ]; do sleep 0.1; done; echo two > two.txt; echo done"
            .formatted(till);
    lose(script);
    Files.createFile(Path.of(till + ".go"));

    assertThat(files(call(script)))
        .containsEntry("one.txt", "100644 one\n")
        .containsEntry("two.txt", "100644 two\n");
    assertThat(till).hasContent("bought");
  }

  @Test
  void a_call_that_ended_without_a_worker_is_not_repeated() throws Exception {
    String script = "echo bought >> '" + till + "'; sleep 1; echo A > a.txt; echo done";
    lose(script);
    while (!new OrphanSweep(data).running().isEmpty()) {
      Thread.sleep(50);
    }

    assertThat(files(call(script))).containsEntry("a.txt", "100644 A\n");
    assertThat(till).hasContent("bought");
  }

  @Test
  void an_interrupted_call_is_repeated_from_the_original_tree() throws Exception {
    String script =
        "echo half >> half.txt; rm a.txt; echo bought >> '%1$s'; test $(wc -l < '%1$s') -gt 1 || sleep 300; echo done"
            .formatted(till);
    ProcessHandle wrapper = lose(script);
    assertThat(wrapper.destroyForcibly()).isTrue();
    wrapper.onExit().get(60, TimeUnit.SECONDS);

    CallResult result = call(script);

    assertThat(files(result)).containsEntry("half.txt", "100644 half\n").doesNotContainKey("a.txt");
    assertThat(result.receipt().attempts()).isEqualTo(2);
    assertThat(till).hasContent("bought\nbought");
  }

  @Test
  void a_call_whose_folder_is_gone_is_repeated() throws Exception {
    String script = "echo bought >> '" + till + "'; sleep 1; echo A > a.txt; echo done";
    lose(script);
    while (!new OrphanSweep(data).running().isEmpty()) {
      Thread.sleep(50);
    }
    for (Path execution : Folders.in(data.executions())) {
      Folders.delete(execution);
    }

    assertThat(files(call(script))).containsEntry("a.txt", "100644 A\n");
    assertThat(till).hasContent("bought\nbought");
  }

  @Test
  void a_cancelled_call_leaves_neither_a_tree_nor_a_process() throws Exception {
    String script = "echo A > a.txt; touch '" + till + "'; sleep 300";
    CallControl control = new CallControl();

    AgentFailure ended =
        catchThrowableOfType(
                CallFailed.class,
                () ->
                    calls(script)
                        .call(
                            request(script),
                            control,
                            p -> {
                              if (Files.exists(till)) {
                                control.cancel();
                              }
                            }))
            .failure();

    assertThat(ended.message()).isEqualTo("it was cancelled");
    assertThat(new OrphanSweep(data).running()).isEmpty();
    run = "run-2";
    assertThat(call("cat a.txt").text()).isEqualTo("a");
  }

  @Test
  void a_leftover_process_cannot_write_into_the_next_folder() throws Exception {
    call("(while :; do echo x > later.txt; done) & echo A > a.txt; echo done");

    assertThat(new OrphanSweep(data).running()).isEmpty();
    assertThat(call("sleep 0.3; ls").text()).doesNotContain("later.txt");
  }

  /** Attends a call until its record exists, then abandons it and returns its process. */
  private ProcessHandle lose(String script) {
    CallControl lost = new CallControl();
    long[] pid = {0};
    assertThat(
            catchThrowableOfType(
                    AttemptEnded.class,
                    () ->
                        calls(script)
                            .call(
                                request(script),
                                lost,
                                p -> {
                                  if (Files.exists(till)) {
                                    pid[0] = p.pid();
                                    lost.detach();
                                  }
                                }))
                .cancelled())
        .isFalse();
    return ProcessHandle.of(pid[0]).orElseThrow();
  }

  CallResult call(String script) throws Exception {
    return calls(script).call(request(script), new CallControl(), p -> {});
  }

  private AgentFailure failure(String script) {
    return catchThrowableOfType(CallFailed.class, () -> call(script)).failure();
  }

  private CallRequest request(String question) {
    return new CallRequest(
        CallKey.of("default", "MCP-test", question.getBytes(StandardCharsets.UTF_8)),
        new WaitingActivity(run, "a1"),
        ask());
  }

  private AskRequest ask() {
    return Requests.in(workspace, tree, Role.EXECUTOR)
        .withMode(Mode.WRITE)
        .withAgent("script")
        .withTimeout(timeout);
  }

  /** Configures how the calls run; overridden by subclasses. */
  Map<String, Object> level() {
    return Map.of("sandbox", "off", "write", true);
  }

  private CallRunner calls(String script) {
    Map<String, Object> agent =
        new LinkedHashMap<>(
            Map.of(
                "argv", List.of("/bin/false"),
                "write_argv", List.of("/bin/sh", "-c", script),
                "network", "none",
                "stale_after", "PT1S",
                "writable", List.of(till.getParent().toString())));
    agent.put("write", level().containsKey("write"));
    Configuration configuration =
        WireMapper.get()
            .convertValue(
                Map.of(
                    "sandbox",
                    level().getOrDefault("sandbox", ""),
                    "agents",
                    Map.of("script", agent)),
                Configuration.class);
    Snapshots snapshots = new Snapshots(data, trees, false);
    return new CallRunner(
        data,
        configuration,
        Map.of("PATH", "/usr/bin:/bin", "HOME", root.resolve("home").toString()),
        new Programs(),
        (request, holder) -> CallPlace.open(snapshots, request, holder),
        (request, directory) -> "carry it out\n",
        new MemoryDocuments(),
        text -> text,
        new CallSlots(configuration.slots()));
  }

  /** Returns mode and content by path. */
  private Map<String, String> files(CallResult result) {
    Map<String, String> all = new TreeMap<>();
    try (TreeFiles files = trees.files(workspace, Objects.requireNonNull(result.tree()))) {
      files
          .list()
          .forEach(
              file ->
                  all.put(
                      file.path(),
                      file.mode() + " " + new String(files.bytes(file), StandardCharsets.UTF_8)));
    }
    return all;
  }

  /** Returns every byte in a folder, including its repository. */
  private static Map<String, String> content(Path folder) throws Exception {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.collect(
          Collectors.toMap(file -> folder.relativize(file).toString(), WriteModeTest::state));
    }
  }

  private static String state(Path file) {
    try {
      Set<PosixFilePermission> mode =
          Files.getPosixFilePermissions(file, LinkOption.NOFOLLOW_LINKS);
      String what =
          Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
              ? Digests.sha256(Files.readAllBytes(file))
              : "";
      return PosixFilePermissions.toString(mode) + what;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
