package dev.conclave.workflows.text;

/** What a {@code conclave} command ends with. */
public final class ExitCodes {
  public static final int DONE = 0;
  public static final int FAILED = 1;
  public static final int USAGE = 2;
  public static final int NO_SERVER = 3;

  /** Done, but what came of it is not good enough: {@code --fail-on}. */
  public static final int NOT_GOOD = 4;

  public static final int AWAITING_HUMAN = 10;
  public static final int INTERRUPTED = 130;

  /** The reader closed the pipe: 128 + SIGPIPE. */
  public static final int NOBODY_READS = 141;

  private ExitCodes() {}
}
