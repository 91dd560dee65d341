package dev.conclave.workflows.temporal;

import io.temporal.payload.codec.PayloadCodecException;

/**
 * A payload that nobody with a key sealed for this session, where only such payloads count. No
 * {@code TemporalFailure}: one that a signal or an update throws would end the session.
 */
public final class NotSealed extends PayloadCodecException {
  NotSealed(String message) {
    super(message);
  }

  /** Whether this is why something could not be read. */
  public static boolean isCauseOf(Throwable thrown) {
    return thrown instanceof NotSealed
        || (thrown.getCause() != null && isCauseOf(thrown.getCause()));
  }
}
