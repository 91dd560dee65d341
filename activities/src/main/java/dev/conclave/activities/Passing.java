package dev.conclave.activities;

import com.fasterxml.jackson.core.JacksonException;
import io.temporal.failure.TemporalException;
import java.io.UncheckedIOException;
import java.util.concurrent.CancellationException;

/**
 * Tells what another attempt may mend from what only a new program mends. What is not named here is
 * taken for a fault of ours: an activity that tried it again for ever would hold its session.
 */
public final class Passing {
  private Passing() {}

  /**
   * Whether a failure may be gone by the next attempt: the disk, the server, a worker that stops.
   * What was thrown as a failure of Temporal says by itself whether it is tried again.
   */
  public static boolean is(Throwable failure) {
    if (failure instanceof TemporalException || Thread.currentThread().isInterrupted()) {
      return true;
    }
    // Jackson's are of type IOException, and the same text is no better the next time.
    return failure instanceof UncheckedIOException io
        && !(io.getCause() instanceof JacksonException);
  }

  /** For loops that may run long: ends an attempt that was cancelled or has timed out. */
  public static void requireWanted() {
    if (Thread.currentThread().isInterrupted()) {
      throw new CancellationException("nobody waits for this attempt any more");
    }
  }
}
