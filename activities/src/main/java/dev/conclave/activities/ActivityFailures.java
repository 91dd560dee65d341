package dev.conclave.activities;

import com.fasterxml.jackson.core.JacksonException;
import io.temporal.client.ActivityCanceledException;
import io.temporal.client.ActivityCompletionException;
import io.temporal.failure.TemporalException;
import java.io.UncheckedIOException;
import java.util.concurrent.CancellationException;

/** Tells the failures that another attempt of an activity may avoid from those that it repeats. */
public final class ActivityFailures {
  private ActivityFailures() {}

  /**
   * Returns whether a failure may be gone by the next attempt: the disk, the server, a worker that
   * stops. What was thrown as a failure of Temporal says by itself whether it is tried again.
   * Anything else is taken for a fault of ours: an activity that repeated it for ever would hold
   * its session.
   */
  public static boolean isTransient(Throwable failure) {
    if (failure instanceof TemporalException || Thread.currentThread().isInterrupted()) {
      return true;
    }
    // Jackson's are of type IOException, and the same text is no better the next time.
    return failure instanceof UncheckedIOException io
        && !(io.getCause() instanceof JacksonException);
  }

  /**
   * Returns whether the workflow asked for the end. The SDK raises {@link
   * ActivityCanceledException} also when its own heartbeats could not be sent in time, with that
   * time-out as the cause; a worker that shuts down, an activity that the server does not know any
   * more, that is paused or reset, have exceptions of their own. In all of these the result is
   * still wanted, by a later attempt.
   */
  public static boolean isCancellation(ActivityCompletionException e) {
    return e instanceof ActivityCanceledException && e.getCause() == null;
  }

  /** For loops that may run long: ends an attempt that was cancelled or has timed out. */
  public static void checkInterrupted() {
    if (Thread.currentThread().isInterrupted()) {
      throw new CancellationException("this attempt was cancelled or has timed out");
    }
  }
}
