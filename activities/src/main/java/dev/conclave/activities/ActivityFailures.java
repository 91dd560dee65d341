package dev.conclave.activities;

import com.fasterxml.jackson.core.JacksonException;
import io.temporal.client.ActivityCanceledException;
import io.temporal.client.ActivityCompletionException;
import io.temporal.failure.TemporalException;
import java.io.UncheckedIOException;
import java.util.concurrent.CancellationException;

/** Distinguishes transient activity failures from permanent ones. */
public final class ActivityFailures {
  private ActivityFailures() {}

  /**
   * Returns whether a retry may succeed after a failure of the disk or the server, or a worker
   * shutdown. Temporal's own failures carry their retryability and count as transient here.
   * Anything else is treated as a bug, because retrying it forever would block the session.
   */
  public static boolean isTransient(Throwable failure) {
    if (failure instanceof TemporalException || Thread.currentThread().isInterrupted()) {
      return true;
    }
    // Jackson's exceptions are IOExceptions, but parsing the same text again fails again.
    return failure instanceof UncheckedIOException io
        && !(io.getCause() instanceof JacksonException);
  }

  /**
   * Returns whether the workflow requested cancellation. The SDK also raises {@link
   * ActivityCanceledException} when it could not send heartbeats in time, with that time-out as the
   * cause. Worker shutdown and an unknown, paused or reset activity have exceptions of their own.
   * In all these cases a later attempt must still deliver the result.
   */
  public static boolean isCancellation(ActivityCompletionException e) {
    return e instanceof ActivityCanceledException && e.getCause() == null;
  }

  /** Stops an attempt that was cancelled or has timed out; for use in long loops. */
  public static void checkInterrupted() {
    if (Thread.currentThread().isInterrupted()) {
      throw new CancellationException("this attempt was cancelled or has timed out");
    }
  }
}
