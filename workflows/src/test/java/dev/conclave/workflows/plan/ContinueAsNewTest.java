package dev.conclave.workflows.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.workflows.Noise;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.config.NotificationConfiguration.NotificationEvent;
import dev.conclave.workflows.session.DeadlinePolicy;
import dev.conclave.workflows.session.Notification;
import dev.conclave.workflows.session.SessionMemo;
import dev.conclave.workflows.temporal.FailureTypes;
import io.temporal.client.WorkflowStub;
import io.temporal.failure.ApplicationFailure;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** What a session keeps after continue-as-new. */
@Execution(ExecutionMode.CONCURRENT)
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ContinueAsNewTest {
  private static final String APPROVE =
      "{\"gate\":\"1-decision\",\"kind\":\"approve\",\"solution\":1,\"by\":\"ada\"}";

  private final SessionDriver driver = new SessionDriver();
  private final CountDownLatch probed = new CountDownLatch(1);
  private final CountDownLatch goOn = new CountDownLatch(1);

  @AfterEach
  void close() {
    goOn.countDown();
    driver.close();
  }

  @Test
  void the_gate_of_the_next_run_lists_the_drifted_files() {
    // Too slow for its workflow task, the probe is repeated on the host's queue.
    driver.host.drifts.add(List.of("src/limit.py"));
    driver.host.drifts.add(List.of("src/limit.py"));
    driver.host.onProbe = this::probe;
    driver.start();
    driver.gate("1-decision");
    driver.signal(APPROVE);
    continueAfterTheProbe();

    assertThat(driver.gate("2-decision").shown().drift()).containsExactly("src/limit.py");
    assertThat(driver.continued()).isTrue();
    assertThat(
            WorkflowStub.fromTyped(driver.session)
                .describe()
                .getMemo(SessionMemo.TASK, String.class))
        .as("what listings call it")
        .isEqualTo("Add rate limiting");
  }

  @Test
  void notifications_not_sent_before_continue_as_new_are_sent_by_the_next_run() {
    driver.host.onTell =
        notification -> {
          if (!driver.continued()) {
            probe();
          }
          return List.of();
        };
    driver.start();
    driver.gate("1-decision");
    await(probed);
    Noise.lengthen(driver.session);
    driver.view(v -> driver.host.told.size() == 2);
    goOn.countDown();

    assertThat(driver.continued()).isTrue();
    assertThat(driver.host.told)
        .as("the gate is open still, so its people are called by the next run, under the same id")
        .extracting(Notification::id)
        .containsOnly(driver.host.told.get(0).id());
    assertThat(driver.gate("1-decision").checking()).isFalse();
  }

  @Test
  void a_served_deadline_lets_the_next_run_draft_the_plan() {
    driver.host.onProbe = this::probe;
    driver.start(Requests.deadline(SessionDriver.request(), DeadlinePolicy.APPROVE_FIRST));
    driver.gate("1-decision");
    driver.pass(java.time.Duration.ofDays(3));
    continueAfterTheProbe();

    PlanState end = driver.end();
    assertThat(driver.continued()).isTrue();
    assertThat(end.phase()).isEqualTo(Phase.SAVED);
    assertThat(end.resumeAt()).isEqualTo(Phase.AWAITING_CONFIRMATION);
    assertThat(end.plan()).isPresent();
  }

  @Test
  void an_answer_arriving_before_continue_as_new_takes_effect() {
    driver.host.onTell =
        notification -> {
          if (notification.event() == NotificationEvent.AWAITING) {
            probe();
          }
          return List.of();
        };
    driver.start();
    driver.gate("1-decision");
    await(probed);
    int sent = Noise.lengthen(driver.session);
    driver.view(v -> v.refused().size() == sent);
    driver.answer("1-decision", "more-analysis", "'text':'the cache'");
    goOn.countDown();
    driver.gate("2-decision");

    assertThat(driver.session.decisions())
        .extracting(decision -> decision.answer().text().orElse(""))
        .containsExactly("the cache");
    assertThat(driver.host.counted).hasSize(2);
    assertThat(driver.continued()).as("once it was acted on").isTrue();
  }

  @Test
  void a_phase_waiting_for_its_host_restarts_in_the_next_run() {
    AtomicBoolean full = new AtomicBoolean(true);
    AtomicInteger refused = new AtomicInteger();
    driver.host.onAsk =
        request -> {
          if (full.get() && request.agent().equals("codex")) {
            refused.incrementAndGet();
            throw ApplicationFailure.newNonRetryableFailure(
                "the disk is full", FailureTypes.DISK_FULL);
          }
          return driver.host.reply(request, List.of(), false);
        };
    driver.start();
    driver.view(v -> refused.get() > 0);
    Noise.lengthen(driver.session);
    for (int tries = refused.get() + 2; refused.get() < tries; ) {
      driver.pass(java.time.Duration.ofMinutes(1));
    }
    SessionDriver.until(driver::continued, now -> now);
    full.set(false);
    driver.pass(java.time.Duration.ofMinutes(40));

    driver.gate("1-decision");
    assertThat(driver.host.asked)
        .extracting(AskRequest::callId)
        .as("the same calls, so that what was bought is found by its id")
        .containsOnly("r1.0-gemini-1", "r1.0-codex-1");
  }

  /**
   * Makes the server suggest continue-as-new during the probe: the run ends before the next gate.
   */
  private void continueAfterTheProbe() {
    await(probed);
    int sent = Noise.lengthen(driver.session);
    driver.view(v -> v.refused().size() == sent);
    goOn.countDown();
  }

  private void probe() {
    probed.countDown();
    await(goOn);
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(300, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }
}
