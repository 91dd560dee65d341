package dev.conclave.workflows.temporal;

/** No Temporal server can be used; the message names the address, the reason and the fix. */
public class ServerException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public ServerException(String message) {
    super(message);
  }

  public ServerException(String message, Throwable cause) {
    super(message, cause);
  }

  /** No server answers there; one may be started. */
  public static final class Unreachable extends ServerException {
    private static final long serialVersionUID = 1L;

    private final boolean timedOut;

    Unreachable(String message) {
      super(message);
      this.timedOut = false;
    }

    Unreachable(String message, Throwable cause, boolean timedOut) {
      super(message, cause);
      this.timedOut = timedOut;
    }

    public boolean timedOut() {
      return timedOut;
    }
  }
}
