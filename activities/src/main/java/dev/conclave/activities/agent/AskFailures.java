package dev.conclave.activities.agent;

import dev.conclave.activities.Passing;
import dev.conclave.activities.agent.process.CallLeft;
import dev.conclave.workflows.api.AgentFailure;
import dev.conclave.workflows.api.FailureKind;
import dev.conclave.workflows.api.Receipt;
import io.temporal.activity.ActivityExecutionContext;
import io.temporal.client.ActivityCanceledException;
import io.temporal.failure.ApplicationErrorCategory;
import io.temporal.failure.ApplicationFailure;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What Temporal is told of a question without a reply: whether it is asked again, and what it cost.
 *
 * @param sentence for people
 */
record AskFailures(Sentence sentence) {
  private static final Logger LOG = LoggerFactory.getLogger(AskFailures.class);
  private static final String DETACHED = "agent/detached";

  /** The session decides what follows from a failure of an agent. */
  static ApplicationFailure of(AgentFailure failure) {
    return ApplicationFailure.newBuilder()
        .setMessage(failure.message())
        .setType(failure.kind().type())
        .setDetails(failure)
        .setNonRetryable(true)
        // An agent that fails is no fault of the worker: a line tells it, without a trace of ours.
        .setCategory(ApplicationErrorCategory.BENIGN)
        .build();
  }

  /** A cancelled call ends as cancelled; a lost one is for the next attempt, if there is one. */
  static RuntimeException left(
      CallLeft left, Heartbeats heartbeats, ActivityExecutionContext context) {
    if (left.cancelled()) {
      return heartbeats
          .end()
          .<RuntimeException>map(e -> e)
          .orElseGet(() -> new ActivityCanceledException(context.getInfo()));
    }
    return ApplicationFailure.newFailure(
        "this attempt lost the call, which goes on without it", DETACHED);
  }

  /**
   * What nobody foresaw: the next attempt's matter if that may do better, else this agent's
   * failure, so that another can be asked. What was paid is paid all the same.
   *
   * @param receipt of the call, if it came to its end
   */
  RuntimeException unforeseen(Throwable thrown, Supplier<Optional<Receipt>> receipt) {
    if (thrown instanceof RuntimeException e && Passing.is(e)) {
      return e;
    }
    LOG.error("a fault of Conclave's own", thrown);
    return of(
        new AgentFailure(
            FailureKind.FAILED,
            sentence.of("a fault of Conclave's own (the worker's log has it whole): " + thrown),
            Optional.empty(),
            List.of(),
            receipt.get()));
  }
}
