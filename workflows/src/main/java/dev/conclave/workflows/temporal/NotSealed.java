package dev.conclave.workflows.temporal;

import io.temporal.payload.codec.PayloadCodecException;

/**
 * A payload that is not sealed for this session where that is required. Not a {@code
 * TemporalFailure}, which would end the session when thrown by a signal or an update.
 */
public final class NotSealed extends PayloadCodecException {
  NotSealed(String message) {
    super(message);
  }

  /** Returns whether this caused the exception. */
  public static boolean isCauseOf(Throwable thrown) {
    return thrown instanceof NotSealed
        || (thrown.getCause() != null && isCauseOf(thrown.getCause()));
  }
}
