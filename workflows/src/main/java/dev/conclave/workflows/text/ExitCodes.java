package dev.conclave.workflows.text;

/** Exit codes of {@code conclave} commands. */
public final class ExitCodes {
  public static final int DONE = 0;
  public static final int FAILED = 1;
  public static final int USAGE = 2;
  public static final int NO_SERVER = 3;

  /** Done, but the result fails {@code --fail-on}. */
  public static final int BELOW_THRESHOLD = 4;

  public static final int AWAITING_HUMAN = 10;
  public static final int INTERRUPTED = 130;

  /** The reader closed the pipe: 128 + SIGPIPE. */
  public static final int BROKEN_PIPE = 141;

  private ExitCodes() {}
}
