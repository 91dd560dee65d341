package dev.conclave.workflows.session;

import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.CompletablePromise;
import io.temporal.workflow.TimerOptions;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.util.function.Supplier;

/** Waits with a timeout, whose timer has a summary in the Temporal UI. */
final class Waits {
  private Waits() {}

  /** Waits for a condition up to a timeout; starts no timer when it already holds. */
  static void atMost(Duration longest, TimerOptions options, Supplier<Boolean> condition) {
    if (condition.get()) {
      return;
    }
    CompletablePromise<Boolean> over = Workflow.newPromise();
    CancellationScope timer =
        Workflow.newCancellationScope(
            // Handled, because the SDK logs a cancelled promise whose result is never read.
            () ->
                over.completeFrom(
                    Workflow.newTimer(longest, options).handle((passed, cancelled) -> true)));
    timer.run();
    Workflow.await(() -> condition.get() || over.isCompleted());
    timer.cancel("no longer waited for");
  }
}
