package dev.conclave.workflows.session;

import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.Promise;
import io.temporal.workflow.TimerOptions;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/** Waiting that has an end, by a timer that says in the Temporal UI what it is for. */
final class Waits {
  private Waits() {}

  /** Twice as long, up to the longest: for what is tried again and again. */
  static Duration longer(Duration limit, Duration longest) {
    Duration twice = limit.multipliedBy(2);
    return twice.compareTo(longest) < 0 ? twice : longest;
  }

  /** Waits for a condition, for at most so long; without a timer when it holds already. */
  static void atMost(Duration longest, String summary, Supplier<Boolean> condition) {
    if (condition.get()) {
      return;
    }
    AtomicReference<Promise<Void>> timer = new AtomicReference<>();
    CancellationScope scope =
        Workflow.newCancellationScope(
            () ->
                timer.set(
                    // Handled, since the SDK logs a cancelled promise that nobody has looked at.
                    Workflow.newTimer(
                            longest, TimerOptions.newBuilder().setSummary(summary).build())
                        .handle((passed, cancelled) -> passed)));
    scope.run();
    Workflow.await(() -> condition.get() || timer.get().isCompleted());
    scope.cancel("no longer waited for");
  }
}
