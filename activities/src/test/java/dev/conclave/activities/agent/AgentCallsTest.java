package dev.conclave.activities.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.conclave.activities.agent.process.CallControl;
import dev.conclave.activities.agent.process.CallControl.AttemptEnded;
import dev.conclave.activities.agent.process.CallFolder.CallKey;
import dev.conclave.activities.agent.process.CallFolder.WaitingActivity;
import dev.conclave.activities.agent.process.OrphanSweep;
import dev.conclave.workflows.api.AgentFailure;
import dev.conclave.workflows.api.CallProgress;
import dev.conclave.workflows.api.CallProgress.CallStage;
import dev.conclave.workflows.api.FailureKind;
import dev.conclave.workflows.api.Mode;
import dev.conclave.workflows.api.Receipt;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.temporal.WireMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Calls of small shell scripts, with real processes. */
class AgentCallsTest {
  @TempDir Path root;
  private DataFolder data;
  private Path work;
  private final MemoryDocuments documents = new MemoryDocuments();
  private final List<CallProgress> progress = new CopyOnWriteArrayList<>();
  private final CallControl control = new CallControl();
  private ListedFolder listed;

  @BeforeEach
  void folders() throws Exception {
    data = new DataFolder(root.resolve("data with spaces"));
    work = Files.createDirectory(root.resolve("数据 work"));
    listed = new ListedFolder(work, "what is here?\n");
  }

  @AfterEach
  void no_process_is_left() throws Exception {
    new OrphanSweep(data).sweep((call, asker) -> false);
    assertThat(new OrphanSweep(data).running()).isEmpty();
  }

  @Test
  void the_prompt_goes_in_and_the_answer_comes_out_with_its_receipt() throws Exception {
    AgentCalls.Answer answer = call("cat; echo noise >&2; pwd", Map.of());

    assertThat(answer.text()).isEqualTo("what is here?\n" + work.toRealPath());
    assertThat(answer.receipt().exit()).contains(0);
    assertThat(answer.receipt().signal()).isEmpty();
    assertThat(answer.receipt().attempts()).isEqualTo(1);
    assertThat(answer.receipt().tree()).isEqualTo("tree-1");
    assertThat(answer.receipt().costSource()).isEqualTo("unknown");
    assertThat(documents.text(answer.receipt().stdout().orElseThrow())).startsWith("what is here?");
    assertThat(answer.receipt().end()).isAfterOrEqualTo(answer.receipt().start());
    assertThat(listed.events).containsExactly("open", "close");
  }

  @Test
  void a_finished_call_is_returned_and_not_bought_again() throws Exception {
    String script = "echo bought >> '" + root.resolve("till") + "'; echo answer";
    AgentCalls.Answer first = call(script, Map.of());

    AgentCalls.Answer second = call(script, Map.of());

    assertThat(second).isEqualTo(first);
    assertThat(Files.readAllLines(root.resolve("till"))).hasSize(1);
  }

  @Test
  void a_failed_call_fails_again_without_being_bought_again() throws Exception {
    String script = "echo bought >> '" + root.resolve("till") + "'; exit 3";
    AgentFailure first = failure(script, Map.of());

    AgentFailure second = failure(script, Map.of());

    assertThat(second).isEqualTo(first);
    assertThat(first.kind()).isEqualTo(FailureKind.FAILED);
    assertThat(first.message()).startsWith("exit 3");
    assertThat(Files.readAllLines(root.resolve("till"))).hasSize(1);
  }

  @Test
  void a_resumed_session_asks_again_what_failed_and_buys_nothing_twice() throws Exception {
    Path till = root.resolve("till");
    String script =
        "echo bought >> '"
            + till
            + "'; test $(wc -l < '"
            + till
            + "') -gt 1 || exit 3; echo answer";
    assertThat(failure(script, Map.of()).message()).startsWith("exit 3");

    AgentCalls.Answer resumed = callIn("run-2", script);
    AgentCalls.Answer resumedAgain = callIn("run-3", script);

    assertThat(resumed.text()).isEqualTo("answer");
    assertThat(resumedAgain).isEqualTo(resumed);
    assertThat(Files.readAllLines(till)).hasSize(2);
  }

  @Test
  void a_resumed_session_asks_again_what_a_cancel_ended() throws Exception {
    Path till = root.resolve("till");
    String script =
        "echo bought >> '"
            + till
            + "'; test $(wc -l < '"
            + till
            + "') -gt 1 || sleep 300; echo answer";
    AgentCall.Failed ended =
        catchThrowableOfType(
            AgentCall.Failed.class,
            () ->
                calls(script, Map.of())
                    .call(
                        request(script),
                        control,
                        p -> {
                          if (Files.exists(till)) {
                            control.cancel();
                          }
                        }));

    assertThat(ended.failure().message()).isEqualTo("it was cancelled");
    Receipt receipt = ended.failure().receipt().orElseThrow();
    assertThat(receipt.signal()).contains("TERM");
    assertThat(receipt.costSource()).isEqualTo("unknown");
    assertThat(callIn("run-2", script).text()).isEqualTo("answer");
  }

  private AgentCalls.Answer callIn(String run, String script) throws Exception {
    AgentCall call =
        new AgentCall(key(script), new WaitingActivity(run, "a1"), request(script).request());
    return calls(script, Map.of()).call(call, new CallControl(), progress::add);
  }

  @Test
  void a_call_that_lives_on_is_adopted_by_the_next_attempt() throws Exception {
    String script = "echo bought >> '" + root.resolve("till") + "'; sleep 2; echo answer";
    assertThat(lose(script, p -> true).cancelled()).isFalse();

    AgentCalls.Answer answer = call(script, Map.of());

    assertThat(answer.text()).isEqualTo("answer");
    assertThat(Files.readAllLines(root.resolve("till"))).hasSize(1);
    assertThat(listed.events).containsExactly("open", "detach", "close", "open", "close");
    assertThat(progress.get(0).stage()).isEqualTo(CallStage.PREPARING);
    assertThat(progress.get(1).adopted()).isFalse();
    assertThat(progress.get(progress.size() - 1).adopted()).isTrue();
  }

  @Test
  void an_adopted_call_takes_the_slot_that_another_would_have_started_in() throws Exception {
    Path end = root.resolve("end");
    String living = "while ! test -e '%s'; do sleep 0.05; done; echo adopted".formatted(end);
    assertThat(lose(living, p -> true).cancelled()).isFalse();
    Map<String, Object> agent = new LinkedHashMap<>();
    agent.put("argv", List.of("/bin/sh", "-c", "touch '" + root.resolve("second") + "'; echo b"));
    AgentCalls calls = calls(oneSlot(agent));
    CountDownLatch adopted = new CountDownLatch(1);
    CountDownLatch queued = new CountDownLatch(1);

    CompletableFuture<AgentCalls.Answer> first =
        inBackground(calls, living, p -> count(p.adopted(), adopted));
    adopted.await();
    CompletableFuture<AgentCalls.Answer> second =
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

  private CompletableFuture<AgentCalls.Answer> inBackground(
      AgentCalls calls, String question, Consumer<CallProgress> watch) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return calls.call(request(question), new CallControl(), watch);
          } catch (AgentCall.Failed | AttemptEnded | IOException e) {
            throw new CompletionException(e);
          }
        },
        // The common pool of a small machine has one thread, which the first call keeps.
        work -> new Thread(work, question).start());
  }

  @Test
  void a_call_that_ended_while_nobody_looked_is_judged_by_its_exit_file() throws Exception {
    String script = "echo bought >> '" + root.resolve("till") + "'; sleep 0.5; echo late";
    assertThat(lose(script, p -> true).cancelled()).isFalse();
    while (!new OrphanSweep(data).running().isEmpty()) {
      Thread.sleep(50);
    }

    AgentCalls.Answer late = call(script, Map.of());

    assertThat(late.text()).isEqualTo("late");
    assertThat(late.receipt().attempts()).isEqualTo(1);
    assertThat(Files.readAllLines(root.resolve("till"))).hasSize(1);
  }

  @Test
  void a_call_whose_wrapper_was_shot_is_no_success() throws Exception {
    String script = "echo half an answer; sleep 300";
    List<Long> pids = new CopyOnWriteArrayList<>();
    lose(
        script,
        p -> {
          pids.add(p.pid());
          return p.bytes() > 0;
        });
    ProcessHandle wrapper = ProcessHandle.of(pids.get(0)).orElseThrow();
    assertThat(wrapper.destroyForcibly()).isTrue();
    wrapper.onExit().get(60, TimeUnit.SECONDS);

    AgentFailure failure = failure(script, Map.of());

    assertThat(failure.kind()).isEqualTo(FailureKind.FAILED);
    assertThat(failure.message()).contains("nobody looked");
    assertThat(new OrphanSweep(data).running()).isEmpty();
  }

  @Test
  void a_cancel_ends_the_whole_tree() throws Exception {
    String script = "sleep 300 & trap '' TERM; sleep 300; sleep 300";
    long start = System.nanoTime();

    AgentCall.Failed ended =
        catchThrowableOfType(
            AgentCall.Failed.class,
            () ->
                calls(script, Map.of())
                    .call(
                        request(script),
                        control,
                        p -> {
                          if (p.pid() > 0) {
                            control.cancel();
                          }
                        }));

    assertThat(ended.failure().receipt().orElseThrow().signal()).contains("TERM");
    assertThat(new OrphanSweep(data).running()).isEmpty();
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofMinutes(3));
    assertThat(failure(script, Map.of()).message()).contains("cancelled");
  }

  @Test
  void silence_is_a_timeout_that_says_so() throws Exception {
    AgentFailure failure = failure("echo begun; sleep 300", Map.of("stale_after", "1s"));

    assertThat(failure.kind()).isEqualTo(FailureKind.TIMED_OUT);
    assertThat(failure.message()).isEqualTo("no output for 1 s");
    assertThat(failure.receipt().orElseThrow().signal()).contains("TERM");
  }

  @Test
  void the_wall_clock_ends_a_talkative_call() throws Exception {
    String script = "while :; do echo tick; sleep 0.1; done";
    AgentCall call = asked(script, Mode.ANALYSIS, Duration.ofSeconds(1));

    AgentCall.Failed failed =
        catchThrowableOfType(
            AgentCall.Failed.class,
            () -> calls(script, Map.of()).call(call, control, progress::add));

    assertThat(failed.failure().kind()).isEqualTo(FailureKind.TIMED_OUT);
    assertThat(failed.failure().message()).isEqualTo("no answer within 1 s");
    assertThat(progress).anyMatch(p -> p.bytes() > 0 && p.lastEvent().contains("line"));
  }

  @Test
  void a_flood_is_ended_and_named() throws Exception {
    AgentFailure failure = failure("yes 'much too much'", Map.of());

    assertThat(failure.kind()).isEqualTo(FailureKind.FAILED);
    assertThat(failure.message()).startsWith("flooded");
  }

  @Test
  void of_a_long_output_head_and_tail_are_kept_once_it_is_judged() throws Exception {
    AgentFailure failure =
        failure(
            "echo begins; head -c 5000000 /dev/zero | tr '\\0' x; echo; echo ends; exit 3",
            Map.of());

    assertThat(failure.kind()).isEqualTo(FailureKind.FAILED);
    try (var files = Files.walk(data.spool())) {
      Path stdout = files.filter(f -> f.endsWith("stdout")).findFirst().orElseThrow();
      assertThat(Files.size(stdout)).isLessThan(1_100_000);
      assertThat(Files.readString(stdout).replaceAll("x+", "x"))
          .isEqualTo("begins\nx\n[… 3951437 bytes left out …]\nx\nends\n");
    }
  }

  @Test
  void bytes_that_are_no_text_do_not_break_a_reply() throws Exception {
    AgentCalls.Answer answer = call("printf 'before \\377\\376 after'", Map.of());

    assertThat(answer.text()).isEqualTo("before \ufffd\ufffd after");
  }

  @Test
  void an_agent_that_writes_in_analysis_mode_is_found_out() throws Exception {
    AgentFailure failure = failure("echo x > sneaky.txt; echo a fine answer", Map.of());

    assertThat(failure.kind()).isEqualTo(FailureKind.WROTE_TO_WORKSPACE);
    assertThat(failure.changedPaths()).containsExactly("sneaky.txt");
    assertThat(listed.events).containsExactly("open", "discard", "close");
  }

  @Test
  void a_missing_program_names_the_fix_and_starts_nothing() throws Exception {
    Configuration configuration =
        configuration(Map.of("argv", List.of("no-such-program-anywhere")));

    AgentCall.Failed failed =
        catchThrowableOfType(
            AgentCall.Failed.class,
            () -> calls(configuration).call(request("none"), control, progress::add));

    assertThat(failed.failure().kind()).isEqualTo(FailureKind.NOT_INSTALLED);
    assertThat(failed.failure().message()).contains("agents.script.binary");
    assertThat(failed.failure().receipt()).isEmpty();
  }

  @Test
  void a_child_sees_only_what_it_may() throws Exception {
    AgentCalls.Answer answer =
        call("env", Map.of("extra_env", Map.of("OWN", "1"), "env_allow", List.of("ALLOWED")));

    assertThat(answer.text().lines().map(line -> line.replaceAll("=.*", "")))
        .containsExactlyInAnyOrder(
            "ALLOWED", "CONCLAVE_CALL", "HOME", "NO_COLOR", "OWN", "PATH", "PWD", "TERM");
    assertThat(answer.text()).doesNotContain("hunter2");
  }

  @Test
  void arguments_are_never_interpreted() throws Exception {
    Configuration configuration =
        configuration(
            Map.of("argv", List.of("/bin/echo", "$(touch pwned)", "; touch pwned", "`id` \"'")));

    AgentCalls.Answer answer = calls(configuration).call(request("echo"), control, progress::add);

    assertThat(answer.text()).isEqualTo("$(touch pwned) ; touch pwned `id` \"'");
    assertThat(work.resolve("pwned")).doesNotExist();
  }

  @Test
  void a_prompt_that_is_too_long_for_an_argument_is_rejected_input() throws Exception {
    Configuration configuration =
        configuration(Map.of("argv", List.of("/bin/echo"), "prompt", "argument"));
    listed = new ListedFolder(work, "x".repeat(200_000));

    AgentCall.Failed failed =
        catchThrowableOfType(
            AgentCall.Failed.class,
            () -> calls(configuration).call(request("long"), control, progress::add));

    assertThat(failed.failure().kind()).isEqualTo(FailureKind.REJECTED_INPUT);
  }

  @Test
  void a_custom_agent_answers_at_a_json_pointer() throws Exception {
    AgentCalls.Answer answer =
        call(
            "echo '{\"a\":{\"text\":\"first\"}}'; echo '{\"a\":{\"text\":\"last\"}}'; echo '{}'",
            Map.of("output", "jsonl:/a/text"));

    assertThat(answer.text()).isEqualTo("last");
  }

  @Test
  void writing_is_refused_unless_the_configuration_allows_it() throws Exception {
    AgentCall write = asked("w", Mode.WRITE, Duration.ofSeconds(20));

    AgentCall.Failed without =
        catchThrowableOfType(
            AgentCall.Failed.class,
            () -> calls("true", Map.of()).call(write, control, progress::add));
    AgentCalls.Answer with =
        calls("true", Map.of("write", true, "write_argv", List.of("/bin/echo", "written")))
            .call(write, control, progress::add);

    assertThat(without.failure().message()).contains("write_argv");
    assertThat(with.text()).isEqualTo("written");
  }

  /** Attends to a call until the condition holds, then loses it. */
  @CanIgnoreReturnValue
  private AttemptEnded lose(String script, Predicate<CallProgress> until) {
    CallControl lost = new CallControl();
    return catchThrowableOfType(
        AttemptEnded.class,
        () ->
            calls(script, Map.of())
                .call(
                    request(script),
                    lost,
                    p -> {
                      progress.add(p);
                      if (p.pid() > 0 && until.test(p)) {
                        lost.detach();
                      }
                    }));
  }

  private AgentCalls.Answer call(String script, Map<String, Object> settings) throws Exception {
    return calls(script, settings).call(request(script), control, progress::add);
  }

  private AgentFailure failure(String script, Map<String, Object> settings) {
    return catchThrowableOfType(
            AgentCall.Failed.class,
            () -> calls(script, settings).call(request(script), new CallControl(), progress::add))
        .failure();
  }

  private static AgentCall request(String script) {
    return asked(script, Mode.ANALYSIS, Duration.ofMinutes(4));
  }

  private static AgentCall asked(String question, Mode mode, Duration timeout) {
    return new AgentCall(
        key(question),
        new WaitingActivity("run-1", "a1"),
        Requests.of("script", mode, "tree-1", timeout));
  }

  private static CallKey key(String script) {
    return CallKey.of("default", "MCP-test-2026-11-21", script.getBytes(StandardCharsets.UTF_8));
  }

  private AgentCalls calls(String script, Map<String, Object> settings) {
    Map<String, Object> all = new LinkedHashMap<>(settings);
    all.put("argv", List.of("/bin/sh", "-c", script));
    return calls(configuration(all));
  }

  private AgentCalls calls(Configuration configuration) {
    Map<String, String> environment =
        Map.of(
            "PATH", "/usr/bin:/bin", "HOME", root.toString(), "ALLOWED", "1", "SECRET", "hunter2");
    return new AgentCalls(
        data,
        configuration,
        environment,
        new Programs(),
        (request, holder) -> listed.open(),
        (request, directory) -> listed.prompt(),
        documents,
        text -> text);
  }

  private static Configuration oneSlot(Map<String, Object> agent) {
    return WireMapper.get()
        .convertValue(
            Map.of("agents", Map.of("script", durations(agent)), "slots", 1), Configuration.class);
  }

  private static Configuration configuration(Map<String, Object> agent) {
    return WireMapper.get()
        .convertValue(
            Map.of("agents", Map.of("script", durations(agent)), "max_output_bytes", 1 << 20),
            Configuration.class);
  }

  private static Map<String, Object> durations(Map<String, Object> agent) {
    Map<String, Object> all = new LinkedHashMap<>(agent);
    all.computeIfPresent(
        "stale_after", (key, value) -> "PT" + value.toString().toUpperCase(Locale.ROOT));
    return all;
  }
}
