package dev.conclave.client.terminal;

/** Prompts a user. */
public interface Prompt {
  /**
   * Asks for a line.
   *
   * @throws PromptAbandoned when the user leaves instead of answering
   */
  String ask(String question) throws PromptAbandoned;

  /** Asks again, with the refused input for correction. */
  default String askAgain(String question, String typed) throws PromptAbandoned {
    return ask(question);
  }

  void show(Page page);

  final class PromptAbandoned extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean interrupted;

    public PromptAbandoned(boolean interrupted) {
      super(interrupted ? "interrupted" : "end of input");
      this.interrupted = interrupted;
    }

    /** Whether by Ctrl-C; otherwise by end of input. */
    public boolean interrupted() {
      return interrupted;
    }
  }
}
