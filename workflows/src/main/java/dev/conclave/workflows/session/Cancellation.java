package dev.conclave.workflows.session;

import io.temporal.failure.ActivityFailure;
import io.temporal.failure.CanceledFailure;
import io.temporal.workflow.CancellationScope;

/** After a cancel any failure of an activity counts as cancelled. */
public final class Cancellation {
  private Cancellation() {}

  /** Whether an activity failed because its work was cancelled, or while it was. */
  public static boolean is(ActivityFailure e) {
    return e.getCause() instanceof CanceledFailure
        || CancellationScope.current().isCancelRequested();
  }

  /**
   * Goes on where it was no cancellation.
   *
   * @throws CanceledFailure where it was one
   */
  public static void rethrow(ActivityFailure e) {
    if (e.getCause() instanceof CanceledFailure canceled) {
      throw canceled;
    }
    if (is(e)) {
      throw new CanceledFailure("cancelled while an activity failed");
    }
  }
}
