package dev.conclave.workflows.session;

import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.Promise;
import io.temporal.workflow.TimerOptions;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Waiting that has an end, by a timer that says in the Temporal UI what it is for. */
public final class Patience {
  private Patience() {}

  /** Twice as long, up to the longest: for what is tried again and again. */
  public static Duration longer(Duration limit, Duration longest) {
    Duration twice = limit.multipliedBy(2);
    return twice.compareTo(longest) < 0 ? twice : longest;
  }

  /** Waits until it is so, for at most so long; without a timer when it is so already. */
  public static void await(Duration longest, String what, Supplier<Boolean> so) {
    if (so.get()) {
      return;
    }
    List<Promise<Void>> timer = new ArrayList<>();
    CancellationScope scope =
        Workflow.newCancellationScope(
            () ->
                timer.add(
                    // Handled, since the SDK logs a cancelled promise that nobody has looked at.
                    Workflow.newTimer(longest, TimerOptions.newBuilder().setSummary(what).build())
                        .handle((passed, cancelled) -> passed)));
    scope.run();
    Workflow.await(() -> so.get() || timer.get(0).isCompleted());
    scope.cancel("no longer waited for");
  }
}
