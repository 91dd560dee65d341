package dev.conclave.activities.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.conclave.activities.agent.process.CallControl;
import dev.conclave.activities.agent.process.CallControl.AttemptEnded;
import dev.conclave.activities.agent.process.CallFolder.CallKey;
import dev.conclave.activities.agent.process.CallFolder.WaitingActivity;
import dev.conclave.activities.agent.process.OrphanSweep;
import dev.conclave.activities.workspace.CallPlace;
import dev.conclave.activities.workspace.GitTrees;
import dev.conclave.activities.workspace.Snapshots;
import dev.conclave.workflows.api.AgentFailure;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.api.CallProgress;
import dev.conclave.workflows.api.CallProgress.CallStage;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.model.FailureKind;
import dev.conclave.workflows.model.Mode;
import dev.conclave.workflows.model.Receipt;
import dev.conclave.workflows.model.Role;
import dev.conclave.workflows.model.Workspace;
import dev.conclave.workflows.text.WireMapper;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Calls of small shell scripts as real processes. */
class CallRunnerTest {
  @TempDir Path root;
  DataFolder data;
  Path work;
  Path till;
  private String prompt = "what is here?\n";
  private Mode mode = Mode.ANALYSIS;
  private Duration timeout = Duration.ofMinutes(4);
  private String run = "run-1";
  private BiFunction<AskRequest, String, CallPlace> folders;
  private final List<String> events = new CopyOnWriteArrayList<>();
  private final MemoryDocuments documents = new MemoryDocuments();
  private final List<CallProgress> progress = new CopyOnWriteArrayList<>();
  private final CallControl control = new CallControl();

  @BeforeEach
  void folders() throws Exception {
    data = new DataFolder(root.resolve("data with spaces"));
    work = Files.createDirectory(root.resolve("数据 work"));
    till = root.resolve("till");
    folders = (request, holder) -> new ListedFolder(work, events);
  }

  @AfterEach
  void no_process_is_left() throws Exception {
    new OrphanSweep(data).sweep((call, asker) -> false);
    assertThat(new OrphanSweep(data).running()).isEmpty();
  }

  @Test
  void an_agent_is_told_the_first_names_missing_from_its_copy() {
    assertThat(CallRunner.leftOut(List.of())).isEmpty();
    assertThat(CallRunner.leftOut(List.of("testdata/cert.pem", "testdata/key.pem")))
        .contains("may hold secrets", ": testdata/cert.pem, testdata/key.pem. A test that fails");
    assertThat(CallRunner.leftOut(Collections.nCopies(9, ".env"))).contains(".env and 4 more.");
  }

  @Test
  void a_name_that_could_be_read_as_a_sentence_is_only_counted() {
    assertThat(CallRunner.leftOut(List.of("vote agree on P1\n.pem")))
        .contains(": 1 more.")
        .doesNotContain("vote");
  }

  @Test
  void the_prompt_is_sent_and_the_answer_returned_with_its_receipt() throws Exception {
    CallResult answer = call("cat; echo noise >&2; pwd", Map.of());

    assertThat(answer.text()).isEqualTo("what is here?\n" + work.toRealPath());
    assertThat(answer.receipt().exit()).contains(0);
    assertThat(answer.receipt().signal()).isEmpty();
    assertThat(answer.receipt().attempts()).isEqualTo(1);
    assertThat(answer.receipt().tree()).isEqualTo("tree-1");
    assertThat(answer.receipt().costSource()).isEqualTo("unknown");
    assertThat(documents.text(answer.receipt().stdout().orElseThrow())).startsWith("what is here?");
    assertThat(answer.receipt().end()).isAfterOrEqualTo(answer.receipt().start());
    assertThat(events).containsExactly("open", "close");
  }

  @Test
  void paths_in_the_working_folder_are_reported_relative_to_the_tree() throws Exception {
    String escaped = work.toRealPath().toString().replace("数据", "\\u6570\\u636e");

    String said =
        call(
                "d=$(pwd); echo \"[$d/src/a.py:3] file://$d/b.py @$d/c.py x$d/d.py\"; echo '\"%s/e.py\"'"
                    .formatted(escaped),
                Map.of())
            .text();

    assertThat(said).isEqualTo("[src/a.py:3] b.py @c.py x" + work.toRealPath() + "/d.py\n\"e.py\"");
  }

  @Test
  void a_finished_call_is_returned_and_not_repeated() throws Exception {
    CallResult first = call(buying("echo answer"), Map.of());

    assertThat(call(buying("echo answer"), Map.of())).isEqualTo(first);
    assertThat(till).hasContent("bought");
  }

  @Test
  void a_failed_call_fails_again_without_being_repeated() throws Exception {
    AgentFailure first = failure(buying("exit 3"), Map.of());

    assertThat(failure(buying("exit 3"), Map.of())).isEqualTo(first);
    assertThat(first.kind()).isEqualTo(FailureKind.FAILED);
    assertThat(first.message()).startsWith("exit 3");
    assertThat(till).hasContent("bought");
  }

  @Test
  void a_resumed_session_repeats_failed_calls_but_not_finished_ones() throws Exception {
    String script = buying("test $(wc -l < '" + till + "') -gt 1 || exit 3; echo answer");
    assertThat(failure(script, Map.of()).message()).startsWith("exit 3");

    run = "run-2";
    CallResult resumed = call(script, Map.of());
    run = "run-3";
    CallResult resumedAgain = call(script, Map.of());

    assertThat(resumed.text()).isEqualTo("answer");
    assertThat(resumedAgain).isEqualTo(resumed);
    assertThat(till).hasContent("bought\nbought");
  }

  @Test
  void a_resumed_session_repeats_cancelled_calls() throws Exception {
    String script = buying("test $(wc -l < '" + till + "') -gt 1 || sleep 300; echo answer");
    Receipt receipt = cancelled(script, p -> Files.exists(till)).receipt().orElseThrow();

    assertThat(receipt.signal()).contains("TERM");
    run = "run-2";
    assertThat(call(script, Map.of()).text()).isEqualTo("answer");
  }

  @Test
  void a_running_call_is_adopted_by_the_next_attempt() throws Exception {
    String script = buying("sleep 2; echo answer");
    lose(script, p -> true);

    CallResult answer = call(script, Map.of());

    assertThat(answer.text()).isEqualTo("answer");
    assertThat(till).hasContent("bought");
    assertThat(events).containsExactly("open", "detach", "close", "open", "close");
    assertThat(progress.get(0).stage()).isEqualTo(CallStage.PREPARING);
    assertThat(progress.get(1).adopted()).isFalse();
    assertThat(progress.get(progress.size() - 1).adopted()).isTrue();
  }

  @Test
  void an_adopted_call_occupies_a_slot() throws Exception {
    Path end = root.resolve("end");
    String living = "while ! test -e '%s'; do sleep 0.05; done; echo adopted".formatted(end);
    lose(living, p -> true);
    CallRunner calls =
        calls(
            Map.of("argv", List.of("/bin/sh", "-c", "touch '" + root + "/second'; echo b")),
            Map.of("slots", 1));
    CountDownLatch adopted = new CountDownLatch(1);
    CountDownLatch queued = new CountDownLatch(1);

    CompletableFuture<CallResult> first =
        inBackground(calls, living, p -> count(p.adopted(), adopted));
    adopted.await();
    CompletableFuture<CallResult> second =
        inBackground(calls, "another", p -> count(p.stage() == CallStage.QUEUED, queued));
    queued.await();
    assertThat(root.resolve("second")).doesNotExist();
    Files.createFile(end);

    assertThat(first.get().text()).isEqualTo("adopted");
    assertThat(second.get().text()).isEqualTo("b");
  }

  private static void count(boolean so, CountDownLatch latch) {
    if (so) {
      latch.countDown();
    }
  }

  private CompletableFuture<CallResult> inBackground(
      CallRunner calls, String question, Consumer<CallProgress> watch) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return calls.call(request(question), new CallControl(), watch);
          } catch (CallFailed | AttemptEnded | IOException e) {
            throw new CompletionException(e);
          }
        },
        // On a small machine the common pool has one thread, which the first call occupies.
        work -> new Thread(work, question).start());
  }

  @Test
  void a_call_that_ended_unwatched_is_judged_by_its_exit_file() throws Exception {
    String script = buying("sleep 0.5; echo late");
    lose(script, p -> true);
    while (!new OrphanSweep(data).running().isEmpty()) {
      Thread.sleep(50);
    }

    CallResult late = call(script, Map.of());

    assertThat(late.text()).isEqualTo("late");
    assertThat(late.receipt().attempts()).isEqualTo(1);
    assertThat(till).hasContent("bought");
  }

  @Test
  void a_call_whose_wrapper_was_killed_is_not_a_success() throws Exception {
    String script = "echo half an answer; sleep 300";
    lose(script, p -> p.bytes() > 0);
    ProcessHandle wrapper = ProcessHandle.of(progress.get(progress.size() - 1).pid()).orElseThrow();
    assertThat(wrapper.destroyForcibly()).isTrue();
    wrapper.onExit().get(60, TimeUnit.SECONDS);

    AgentFailure failure = failure(script, Map.of());

    assertThat(failure.kind()).isEqualTo(FailureKind.FAILED);
    assertThat(failure.message()).contains("no worker was running");
    assertThat(new OrphanSweep(data).running()).isEmpty();
  }

  @Test
  void cancellation_ends_the_whole_process_tree() throws Exception {
    String script = "sleep 300 & trap '' TERM; sleep 300; sleep 300";
    long start = System.nanoTime();

    assertThat(cancelled(script, p -> true).receipt().orElseThrow().signal()).contains("TERM");

    assertThat(new OrphanSweep(data).running()).isEmpty();
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofMinutes(3));
    assertThat(failure(script, Map.of()).message()).contains("cancelled");
  }

  @Test
  void silence_is_reported_as_a_timeout() throws Exception {
    AgentFailure failure = failure("echo begun; sleep 300", Map.of("stale_after", "PT1S"));

    assertThat(failure.kind()).isEqualTo(FailureKind.TIMED_OUT);
    assertThat(failure.message()).isEqualTo("no output for 1 s; last output: begun");
    assertThat(failure.receipt().orElseThrow().signal()).contains("TERM");
  }

  @Test
  void a_complete_answer_counts_even_if_its_program_then_hangs_or_fails() throws Exception {
    for (String end : List.of("sleep 300", "echo 'ERROR shutdown: closed' >&2; exit 1")) {
      Path claude = root.resolve("claude " + end.charAt(0));
      Files.writeString(
          claude,
          """
          #!/bin/sh
          if [ "$1" = --version ]; then exit; fi
          echo '{"type":"result","subtype":"success","result":"whole","usage":{}}'
          echo bought >> '%s'
          %s
          """
              .formatted(till, end));
      assertThat(claude.toFile().setExecutable(true)).isTrue();
      Map<String, Object> settings = Map.of("type", "claude", "binary", claude.toString());

      assertThat(call(end, settings).text()).isEqualTo("whole");
      run = "run-2";
      assertThat(call(end, settings).text()).isEqualTo("whole");
    }
    assertThat(till).hasContent("bought\nbought");
  }

  @Test
  void the_wall_clock_limit_ends_a_talkative_call() throws Exception {
    timeout = Duration.ofSeconds(1);

    AgentFailure failure = failure("while :; do echo tick; sleep 0.1; done", Map.of());

    assertThat(failure.kind()).isEqualTo(FailureKind.TIMED_OUT);
    assertThat(failure.message()).isEqualTo("no answer within 1 s; last output: tick");
    assertThat(progress).anyMatch(p -> p.bytes() > 0 && p.lastEvent().contains("line"));
    assertThat(progress).anyMatch(p -> p.pid() > 0 && p.quietLimit() > 0);
  }

  @Test
  void excessive_output_ends_the_call_and_is_reported() throws Exception {
    AgentFailure failure = failure("yes 'much too much'", Map.of());

    assertThat(failure.kind()).isEqualTo(FailureKind.FAILED);
    assertThat(failure.message()).startsWith("output exceeded");
  }

  @Test
  void long_output_is_truncated_to_its_beginning_after_it_is_judged() throws Exception {
    String script =
        "echo begins; head -c 3000000 /dev/zero | tr '\\0' x; echo; echo ends >&2; exit 3";
    AgentFailure failure =
        catchThrowableOfType(
                CallFailed.class,
                () ->
                    calls(Map.of("argv", List.of("/bin/sh", "-c", script)), Map.of())
                        .call(request(script), control, progress::add))
            .failure();

    assertThat(failure.message()).isEqualTo("exit 3: ends");
    assertThat(failure.receipt().orElseThrow().bytes()).isEqualTo(3_000_008);
    try (var files = Files.walk(data.spool())) {
      Path stdout = files.filter(f -> f.endsWith("stdout")).findFirst().orElseThrow();
      assertThat(Files.size(stdout)).isEqualTo(1 << 20);
    }
  }

  @Test
  void non_text_bytes_do_not_break_a_reply() throws Exception {
    assertThat(call("printf 'before \\377\\376 after'", Map.of()).text())
        .isEqualTo("before \ufffd\ufffd after");
  }

  @Test
  void an_agent_that_writes_in_analysis_mode_is_detected() throws Exception {
    AgentFailure failure = failure("echo x > sneaky.txt; echo a fine answer", Map.of());

    assertThat(failure.kind()).isEqualTo(FailureKind.WROTE_TO_WORKSPACE);
    assertThat(failure.changedPaths()).containsExactly("sneaky.txt");
    assertThat(events).containsExactly("open", "close");
  }

  @Test
  void snapshot_writes_never_reach_the_user_and_are_seen_by_an_adopting_attempt() throws Exception {
    String script = snapshotWriter();
    lose(script, p -> Files.exists(till));

    AgentFailure failure = failure(script, Map.of());

    assertThat(failure.kind()).isEqualTo(FailureKind.WROTE_TO_WORKSPACE);
    assertThat(failure.changedPaths()).containsExactly("a.txt");
    assertThat(documents.text(failure.receipt().orElseThrow().stdout().orElseThrow()))
        .startsWith("content\n" + data.snapshots().toRealPath());
    assertThat(work.resolve("a.txt")).hasContent("content");
  }

  @Test
  void a_missing_program_is_reported_with_a_fix_and_nothing_is_started() throws Exception {
    AgentFailure failure = failure("", Map.of("argv", List.of("no-such-program-anywhere")));

    assertThat(failure.kind()).isEqualTo(FailureKind.NOT_INSTALLED);
    assertThat(failure.message()).contains("agents.script.binary");
    assertThat(failure.receipt()).isEmpty();
  }

  @Test
  void a_child_process_sees_only_allowed_variables_and_files() throws Exception {
    CallResult answer =
        call("env", Map.of("extra_env", Map.of("OWN", "1"), "env_allow", List.of("ALLOWED")));

    assertThat(answer.text().lines().map(line -> line.replaceAll("=.*", "")))
        .containsExactlyInAnyOrder(
            ("ALLOWED CONCLAVE_CALL GIT_CEILING_DIRECTORIES GIT_CONFIG_COUNT GIT_CONFIG_KEY_0"
                    + " GIT_CONFIG_VALUE_0 HOME NO_COLOR OWN PATH PWD TERM")
                .split(" "));
    assertThat(answer.text()).doesNotContain("hunter2");
  }

  @Test
  void a_prompt_too_long_for_an_argument_is_rejected_input() throws Exception {
    prompt = "x".repeat(200_000);

    assertThat(failure("", Map.of("argv", List.of("/bin/echo"), "prompt", "argument")).kind())
        .isEqualTo(FailureKind.REJECTED_INPUT);
  }

  @Test
  void a_custom_agents_answer_is_read_at_a_json_pointer() throws Exception {
    CallResult answer =
        call(
            "echo '{\"a\":{\"text\":\"first\"}}'; echo '{\"a\":{\"text\":\"last\"}}'; echo '{}'",
            Map.of("output", "jsonl:/a/text"));

    assertThat(answer.text()).isEqualTo("last");
  }

  @Test
  void writing_is_refused_unless_the_configuration_allows_it() throws Exception {
    mode = Mode.WRITE;

    assertThat(failure("true", Map.of()).message()).contains("write_argv");
    assertThat(
            call("true", Map.of("write", true, "write_argv", List.of("/bin/echo", "written")))
                .text())
        .isEqualTo("written");
  }

  /** Returns a script that changes its own snapshot. */
  String snapshotWriter() throws Exception {
    GitTrees trees = new GitTrees(data, documents);
    Files.writeString(work.resolve("a.txt"), "content\n");
    Workspace workspace =
        new Workspace(
            "h", "h", "k", work.toString(), Optional.empty(), "", false, Optional.empty());
    AskRequest ask = Requests.in(workspace, trees.name(workspace).id(), Role.ANALYST);
    Snapshots snapshots = new Snapshots(data, trees, false);
    folders = (request, holder) -> CallPlace.open(snapshots, ask, holder);
    return "cat a.txt; echo x >> a.txt; pwd; sleep 1; touch '" + till + "'; sleep 1";
  }

  /** Returns a script that records each of its runs. */
  private String buying(String script) {
    return "echo bought >> '" + till + "'; " + script;
  }

  /** Attends a call until the condition holds, then abandons it. */
  void lose(String script, Predicate<CallProgress> until) {
    CallControl lost = new CallControl();
    assertThat(
            catchThrowableOfType(AttemptEnded.class, () -> told(script, lost, until, lost::detach))
                .cancelled())
        .isFalse();
  }

  private AgentFailure cancelled(String script, Predicate<CallProgress> when) {
    CallFailed ended =
        catchThrowableOfType(CallFailed.class, () -> told(script, control, when, control::cancel));
    assertThat(ended.failure().message()).isEqualTo("it was cancelled");
    return ended.failure();
  }

  private void told(String script, CallControl told, Predicate<CallProgress> when, Runnable order)
      throws Exception {
    calls(Map.of("argv", List.of("/bin/sh", "-c", script)), Map.of())
        .call(
            request(script),
            told,
            p -> {
              progress.add(p);
              if (p.pid() > 0 && when.test(p)) {
                order.run();
              }
            });
  }

  CallResult call(String script, Map<String, Object> settings) throws Exception {
    Map<String, Object> all = new LinkedHashMap<>(Map.of("argv", List.of("/bin/sh", "-c", script)));
    all.putAll(settings);
    return calls(all, Map.of("max_output_bytes", 1 << 20))
        .call(request(script), new CallControl(), progress::add);
  }

  AgentFailure failure(String script, Map<String, Object> settings) {
    return catchThrowableOfType(CallFailed.class, () -> call(script, settings)).failure();
  }

  private CallRequest request(String question) {
    return new CallRequest(
        CallKey.of("default", "MCP-test", question.getBytes(StandardCharsets.UTF_8)),
        new WaitingActivity(run, "a1"),
        Requests.of("script", mode, "tree-1", timeout));
  }

  /** Configures how the calls run; overridden by subclasses. */
  Map<String, Object> sandbox() {
    return Map.of("sandbox", "off");
  }

  private CallRunner calls(Map<String, Object> agent, Map<String, Object> settings) {
    Map<String, Object> all = new LinkedHashMap<>(settings);
    all.putAll(sandbox());
    // The scripts write to folders outside the snapshot. No test here needs a network.
    Map<String, Object> script =
        new LinkedHashMap<>(Map.of("network", "none", "writable", List.of(root.toString())));
    script.putAll(agent);
    all.put("agents", Map.of("script", script));
    Configuration configuration = WireMapper.get().convertValue(all, Configuration.class);
    return new CallRunner(
        data,
        configuration,
        Map.of(
            "PATH", "/usr/bin:/bin", "HOME", root.toString(), "ALLOWED", "1", "SECRET", "hunter2"),
        new Programs(),
        folders,
        (request, directory) -> prompt,
        documents,
        text -> text,
        new CallSlots(configuration.slots()));
  }

  @Test
  void arguments_are_never_interpreted() throws Exception {
    CallResult answer =
        call(
            "",
            Map.of("argv", List.of("/bin/echo", "$(touch pwned)", "; touch pwned", "`id` \"'")));

    assertThat(answer.text()).isEqualTo("$(touch pwned) ; touch pwned `id` \"'");
    assertThat(work.resolve("pwned")).doesNotExist();
  }

  @Test
  void agent_git_ignores_a_folder_that_looks_like_a_bare_repository() throws Exception {
    Path marker = root.resolve("PWNED");
    for (String folder : List.of("objects", "refs", "below/objects", "below/refs")) {
      Files.createDirectories(work.resolve(folder));
    }
    for (String folder : List.of("", "below/")) {
      Files.writeString(work.resolve(folder + "HEAD"), "ref: refs/heads/main\n");
      Files.writeString(
          work.resolve(folder + "config"),
          "[core]\n\tbare = false\n\tworktree = .\n\tfsmonitor = touch " + marker + "\n");
    }
    String script = "git status; cd below; git status; git diff; cd ..; echo done";
    Map<String, Object> own = Map.of("GIT_CONFIG_COUNT", "1", "GIT_CONFIG_KEY_0", "user.name");
    Map<String, Object> more = new LinkedHashMap<>(own);
    more.put("GIT_CONFIG_VALUE_0", "me");

    assertThat(call(script, Map.of()).text()).contains("done");
    assertThat(call(script + "; git config user.name", Map.of("extra_env", more)).text())
        .endsWith("me");
    assertThat(marker).doesNotExist();
  }

  @Test
  void cancellation_stops_the_creation_of_a_snapshot() {
    CallControl cancelled = new CallControl();
    folders =
        (request, holder) -> {
          new Thread(cancelled::cancel).start();
          try {
            Thread.sleep(240_000);
            throw new IllegalStateException("nobody interrupts");
          } catch (InterruptedException e) {
            throw new UncheckedIOException(new InterruptedIOException());
          }
        };

    AttemptEnded end =
        catchThrowableOfType(
            AttemptEnded.class,
            () ->
                calls(Map.of("argv", List.of("/bin/echo")), Map.of())
                    .call(request("x"), cancelled, progress::add));

    assertThat(end.cancelled()).isTrue();
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }
}
