package dev.conclave.client.terminal;

/** A person who can be asked. */
public interface Prompt {
  /**
   * Asks for a line.
   *
   * @throws Left when the person leaves instead of answering
   */
  String ask(String question) throws Left;

  /** The same, with what was typed before and refused, to be corrected. */
  default String askAgain(String question, String typed) throws Left {
    return ask(question);
  }

  void show(Page page);

  final class Left extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean interrupted;

    public Left(boolean interrupted) {
      super(interrupted ? "interrupted" : "end of input");
      this.interrupted = interrupted;
    }

    /** Whether by Ctrl-C; otherwise at the end of the input. */
    public boolean interrupted() {
      return interrupted;
    }
  }
}
