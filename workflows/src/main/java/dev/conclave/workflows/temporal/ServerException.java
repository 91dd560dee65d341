package dev.conclave.workflows.temporal;

/**
 * No Temporal server can be used as things are. The message names the address, the reason and what
 * mends it; a command ends with {@link ExitCodes#NO_SERVER}.
 */
public class ServerException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public ServerException(String message) {
    super(message);
  }

  public ServerException(String message, Throwable cause) {
    super(message, cause);
  }

  /** Nothing answers there; a server may be started. */
  public static final class Unreachable extends ServerException {
    private static final long serialVersionUID = 1L;

    private final boolean late;

    Unreachable(String message, Throwable cause, boolean late) {
      super(message, cause);
      this.late = late;
    }

    /** Whether something may be there that was only too slow to answer in time. */
    public boolean late() {
      return late;
    }
  }
}
