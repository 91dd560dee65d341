package dev.conclave.workflows.session;

import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.CompletablePromise;
import io.temporal.workflow.TimerOptions;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.util.function.Supplier;

/** Waiting that has an end, by a timer that says in the Temporal UI what it is for. */
final class Waits {
  private Waits() {}

  /** Waits for a condition, for at most so long; without a timer when it holds already. */
  static void atMost(Duration longest, String summary, Supplier<Boolean> condition) {
    if (condition.get()) {
      return;
    }
    TimerOptions options = TimerOptions.newBuilder().setSummary(summary).build();
    CompletablePromise<Boolean> over = Workflow.newPromise();
    CancellationScope timer =
        Workflow.newCancellationScope(
            // Handled, since the SDK logs a cancelled promise that nobody has looked at.
            () ->
                over.completeFrom(
                    Workflow.newTimer(longest, options).handle((passed, cancelled) -> true)));
    timer.run();
    Workflow.await(() -> condition.get() || over.isCompleted());
    timer.cancel("no longer waited for");
  }
}
