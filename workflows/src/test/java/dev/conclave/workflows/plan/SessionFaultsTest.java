package dev.conclave.workflows.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.Decision;
import dev.conclave.workflows.session.DeadlinePolicy;
import dev.conclave.workflows.session.SessionInput;
import dev.conclave.workflows.temporal.FailureTypes;
import io.temporal.api.enums.v1.EventType;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.client.WorkflowStub;
import io.temporal.failure.ApplicationFailure;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sessions whose host, human or server fails at the worst moment. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Execution(ExecutionMode.CONCURRENT)
class SessionFaultsTest {
  private static final Set<EventType> OF_A_MESSAGE =
      Set.of(
          EventType.EVENT_TYPE_WORKFLOW_EXECUTION_SIGNALED,
          EventType.EVENT_TYPE_WORKFLOW_TASK_SCHEDULED,
          EventType.EVENT_TYPE_WORKFLOW_TASK_STARTED,
          EventType.EVENT_TYPE_WORKFLOW_TASK_COMPLETED);

  private static final String APPROVE =
      "{\"gate\":\"1-decision\",\"kind\":\"approve\",\"solution\":1,\"by\":\"ada\"}";

  private final SessionDriver driver = new SessionDriver();
  private final CountDownLatch awake = new CountDownLatch(1);

  @AfterEach
  void close() {
    awake.countDown();
    driver.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {FailureTypes.DISK_FULL, FailureTypes.CLONE_FAILED})
  void a_problem_somebody_must_fix_is_reported_and_waited_for(String type) {
    AtomicInteger refusals = new AtomicInteger();
    driver.host.onProbe = refusing(type, refusals, 12);
    driver.start();
    driver.gate("1-decision");
    driver.signal("{\"gate\":\"1-decision\",\"kind\":\"approve\",\"solution\":1}");
    driver.view(v -> refusals.get() > 0);
    driver.pass(Duration.ofSeconds(17));

    driver.view(v -> v.hindrance().filter("not just now"::equals).isPresent());
    assertThat(driver.details()).contains("not just now");
    driver.pass(Duration.ofMinutes(5));
    driver.gate("2-confirmation");
    assertThat(refusals).hasValue(13);
    assertThat(driver.view(v -> true).hindrance()).isEmpty();
  }

  @Test
  void a_session_starts_although_its_remote_is_unreachable_for_minutes() {
    AtomicInteger refusals = new AtomicInteger();
    driver.host.onOpen = refusing(FailureTypes.CLONE_FAILED, refusals, 11);
    driver.start();
    for (int minute = 0; refusals.get() < 12; minute++) {
      assertThat(minute).isLessThan(7);
      driver.pass(Duration.ofMinutes(1));
    }

    driver.gate("1-decision");
  }

  @Test
  void a_remote_that_stays_unreachable_is_reported_at_the_start() {
    driver.host.onOpen =
        refusing(FailureTypes.CLONE_FAILED, new AtomicInteger(), Integer.MAX_VALUE);
    driver.start();

    PlanState end = driver.end();
    assertThat(end.phase()).isEqualTo(Phase.FAILED);
    assertThat(end.ending().orElseThrow()).contains("not just now");
  }

  private static Runnable refusing(String type, AtomicInteger refusals, int most) {
    return () -> {
      if (refusals.incrementAndGet() <= most) {
        throw ApplicationFailure.newFailure("not just now", type);
      }
    };
  }

  @ParameterizedTest
  @MethodSource
  void an_answer_over_its_size_limit_is_refused(String fields, String reason) {
    driver.start();
    assertThatThrownBy(() -> driver.answer("1-decision", "approve", fields))
        .rootCause()
        .hasMessageContaining(reason);
  }

  static Stream<Arguments> an_answer_over_its_size_limit_is_refused() {
    return Stream.of(
        arguments("'answers':{'" + "9".repeat(17_000) + "':''}", "the limit is 16 KiB"),
        arguments(
            "'answer_id':'" + "x".repeat(201) + "'", "answer_id is longer than 200 characters"),
        arguments(
            "'constraints':[" + String.join(",", Collections.nCopies(31, "'short'")) + "]",
            "too many constraints (31); the limit is 30"));
  }

  @Test
  void a_cancel_takes_effect_while_an_approval_waits_for_an_asleep_host() {
    driver.host.onProbe = this::sleep;
    driver.start();
    driver.gate("1-decision");
    driver.quiet();
    driver.view(v -> isIdle());
    driver.signal(APPROVE);
    driver.view(v -> v.gate().filter(g -> g.checking()).isPresent() && isIdle());
    driver.signal("{\"gate\":\"1-decision\",\"kind\":\"cancel\",\"by\":\"ada\"}");

    PlanState end = driver.end();
    assertThat(end.phase()).isEqualTo(Phase.CANCELLED);
    assertThat(end.ending()).contains("cancelled by ada");
    assertThat(end.decisions()).extracting(Decision::kind).containsExactly(AnswerKind.CANCEL);
  }

  @Test
  void a_signal_with_null_texts_is_recorded_as_refused_and_blocks_nothing() {
    driver.start();
    driver.gate("1-decision");
    driver.signal("{\"gate\":\"1-decision\",\"kind\":\"approve\",\"answers\":{\"1\":null}}");
    driver.signal("{\"gate\":\"1-decision\",\"kind\":\"approve\",\"constraints\":[null]}");
    driver.signal("{\"gate\":\"1-decision\",\"kind\":\"approve\",\"scope\":{\"included\":[null]}}");
    driver.signal("null");

    assertThat(driver.view(v -> v.refused().size() == 4).refused())
        .allSatisfy(refused -> assertThat(refused.reason()).isNotBlank());
  }

  @Test
  void refused_signals_add_no_events_and_a_person_is_heard_among_them() {
    driver.start();
    driver.gate("1-decision");
    driver.quiet();
    List<EventType> before = events();
    for (int i = 0; i < 300; i++) {
      driver.signal(
          "{\"gate\":\"1-decision\",\"kind\":\"approve\",\"digest\":\"%d\"}".formatted(i));
    }
    driver.view(v -> v.refused().stream().anyMatch(one -> one.answer().contains("\"299\"")));
    List<EventType> after = events();

    assertThat(after.stream().filter(type -> !OF_A_MESSAGE.contains(type)))
        .containsExactlyElementsOf(
            before.stream().filter(type -> !OF_A_MESSAGE.contains(type)).toList());
    assertThat(driver.session.state().refused()).hasSize(20);
    driver.answer("1-decision", "approve");
    assertThat(driver.gate("2-confirmation").checking()).isFalse();
  }

  /** Whether no workflow task is under way: the test server loses a signal that meets its end. */
  private boolean isIdle() {
    return events().stream()
        .filter(type -> type.name().startsWith("EVENT_TYPE_WORKFLOW_TASK_"))
        .reduce((earlier, later) -> later)
        .filter(EventType.EVENT_TYPE_WORKFLOW_TASK_COMPLETED::equals)
        .isPresent();
  }

  private List<EventType> events() {
    return driver
        .environment
        .getWorkflowClient()
        .fetchHistory(SessionDriver.ID)
        .getEvents()
        .stream()
        .map(HistoryEvent::getEventType)
        .toList();
  }

  @Test
  void a_plan_modification_survives_a_cancel_during_drafting() {
    driver.start();
    driver.answer("1-decision", "approve");
    driver.gate("2-confirmation");
    driver.host.onAsk =
        request -> {
          heartbeatUntilCancelled();
          throw new AssertionError("never comes back");
        };
    driver.answer("2-confirmation", "modify", "'text':'fewer tasks'");
    driver.view(v -> !v.live().isEmpty());
    driver.session.cancelSession(SessionDriver.json("\"ada\""));
    PlanState cancelled = driver.end();
    assertThat(cancelled.resumeAt()).isEqualTo(Phase.GENERATING_PLAN);

    driver.host.onAsk = request -> driver.host.reply(request, List.of(), false);
    driver.start(new SessionInput<>(cancelled.request(), Optional.of(cancelled)));
    driver.gate("3-confirmation");
    assertThat(driver.host.asked.get(driver.host.asked.size() - 1).notes())
        .containsEntry("modify", "fewer tasks");
  }

  @Test
  void agents_removed_while_the_human_was_thinking_are_not_asked() {
    driver.start();
    driver.gate("1-decision");
    driver.host.unusable.put("codex", "no such program");
    driver.answer("1-decision", "more-analysis");
    driver.gate("2-decision");

    assertThat(driver.host.askedAgents()).containsExactlyInAnyOrder("gemini", "codex", "gemini");
  }

  @Test
  void an_answer_during_cancellation_is_refused() {
    driver.host.onAsk =
        request -> {
          sleep();
          return driver.host.reply(request, List.of(), false);
        };
    driver.start(Requests.calls(SessionDriver.request(), 1));
    driver.gate("1-budget");
    driver.view(v -> !driver.host.asked.isEmpty());
    driver.session.cancelSession(SessionDriver.json("{\"by\":\"ada\"}"));

    assertThatThrownBy(() -> driver.answer("{\"gate\":\"1-budget\",\"kind\":\"decide\"}"))
        .rootCause()
        .hasMessageContaining("being cancelled");
    awake.countDown();
    assertThat(driver.end().decisions()).isEmpty();
  }

  @Test
  void a_run_terminated_after_its_deadline_resumes_with_a_new_one() {
    driver.start(Requests.deadline(SessionDriver.request(), DeadlinePolicy.SAVE));
    driver.gate("1-decision");
    // Queried before the end: the in-memory server cannot query a run with an interrupted task.
    PlanState terminated = driver.session.fullState();
    // An interrupted activity prevents time skipping.
    driver.quiet();
    WorkflowStub.fromTyped(driver.session).terminate("by an operator");
    driver.pass(Duration.ofDays(4));

    driver.start(new SessionInput<>(terminated.request(), Optional.of(terminated)));
    driver.gate("2-decision");
    assertThat(driver.session.state().deadlineAt().orElseThrow())
        .isAfter(terminated.deadlineAt().orElseThrow());
  }

  private void sleep() {
    try {
      awake.await(50, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void heartbeatUntilCancelled() {
    try {
      while (true) {
        io.temporal.activity.Activity.getExecutionContext().heartbeat("working");
        Thread.sleep(50);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
