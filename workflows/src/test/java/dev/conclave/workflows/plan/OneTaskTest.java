package dev.conclave.workflows.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.conclave.workflows.gate.AnswerReply;
import io.temporal.common.interceptors.WorkerInterceptorBase;
import io.temporal.common.interceptors.WorkflowInboundCallsInterceptor;
import io.temporal.common.interceptors.WorkflowInboundCallsInterceptorBase;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Messages handled in one workflow task: each handler starts before any has ended. */
class OneTaskTest {
  private static final String NOTHING = "{\"gate\":\"0-none\",\"kind\":\"cancel\"}";

  private final Hold hold = new Hold();
  private final ExecutorService caller = Executors.newSingleThreadExecutor();

  @AfterEach
  void close() {
    caller.shutdownNow();
  }

  /** Holds the workflow task of the first signal, so that the next ones arrive together. */
  private static final class Hold extends WorkerInterceptorBase {
    final CountDownLatch held = new CountDownLatch(1);
    final CountDownLatch released = new CountDownLatch(1);

    @Override
    public WorkflowInboundCallsInterceptor interceptWorkflow(WorkflowInboundCallsInterceptor next) {
      return new WorkflowInboundCallsInterceptorBase(next) {
        @Override
        public void handleSignal(SignalInput input) {
          held.countDown();
          try {
            released.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          super.handleSignal(input);
        }
      };
    }
  }

  @Test
  void the_first_of_two_answers_is_taken_and_the_other_refused() throws Exception {
    try (SessionDriver driver = SessionDriver.with(hold)) {
      together(driver, approve(2), approve(1));

      driver.gate("2-confirmation");
      assertThat(driver.session.decisions().get(0).answer().body().chosen()).contains(2);
      assertThat(driver.session.decisions()).hasSize(1);
      assertThat(lastRefusal(driver, 2)).contains("1-decision is being checked");
    }
  }

  @Test
  void the_second_of_two_closing_answers_finds_the_gate_closed() throws Exception {
    try (SessionDriver driver = SessionDriver.with(hold)) {
      together(driver, more("limits per client"), more("limits per key"));

      driver.gate("2-decision");
      assertThat(driver.session.decisions()).hasSize(1);
      assertThat(driver.session.decisions().get(0).answer().text()).contains("limits per client");
      assertThat(lastRefusal(driver, 2)).contains("1-decision");
    }
  }

  @Test
  void an_answer_sent_twice_is_taken_once() throws Exception {
    try (SessionDriver driver = SessionDriver.with(hold)) {
      together(driver, more("limits per client"), more("limits per client"));

      driver.gate("2-decision");
      assertThat(driver.session.decisions()).hasSize(1);
      assertThat(driver.session.state().refused()).hasSize(1);
    }
  }

  @Test
  void an_answer_together_with_a_cancel_is_refused() throws Exception {
    try (SessionDriver driver = SessionDriver.with(hold)) {
      driver.start();
      driver.gate("1-decision");
      driver.signal(NOTHING);
      hold.held.await();
      driver.session.cancelSession(SessionDriver.json("{\"by\":\"ada\"}"));
      Future<AnswerReply> answer = caller.submit(() -> driver.answer(approve(1)));
      hold.released.countDown();

      assertThatThrownBy(answer::get).rootCause().hasMessageContaining("being cancelled");
      assertThat(driver.end().phase()).isEqualTo(Phase.CANCELLED);
      assertThat(driver.session.decisions()).isEmpty();
    }
  }

  /** Sends two answers at the first gate, behind a signal that holds its task. */
  private void together(SessionDriver driver, String one, String other) throws Exception {
    driver.start();
    driver.gate("1-decision");
    driver.signal(NOTHING);
    hold.held.await();
    driver.signal(one);
    driver.signal(other);
    hold.released.countDown();
  }

  /** Returns the reason of the last of so many refusals. */
  private static String lastRefusal(SessionDriver driver, int count) {
    return driver.view(v -> v.refused().size() == count).refused().get(count - 1).reason();
  }

  private static String more(String text) {
    return "{\"gate\":\"1-decision\",\"kind\":\"more-analysis\",\"text\":\"%s\"}".formatted(text);
  }

  private static String approve(int solution) {
    return "{\"gate\":\"1-decision\",\"kind\":\"approve\",\"solution\":" + solution + "}";
  }
}
