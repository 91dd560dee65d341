package dev.conclave.client.session;

import dev.conclave.workflows.text.Words;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * The request is invalid. The message says why and names the fix; a command exits with {@link
 * dev.conclave.workflows.text.ExitCodes#USAGE}.
 */
public class UsageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public UsageException(String message) {
    super(message);
  }

  public UsageException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  /** Returns {@code Did you mean …?} with the nearest known word; empty when none is near. */
  public static String didYouMean(String word, Collection<String> known) {
    return Words.nearest(word, known).map(near -> " Did you mean " + near + "?").orElse("");
  }

  /** The server does not know the session, or retention has deleted it. */
  public static final class UnknownSession extends UsageException {
    private static final long serialVersionUID = 1L;

    UnknownSession(String message) {
      super(message);
    }
  }
}
