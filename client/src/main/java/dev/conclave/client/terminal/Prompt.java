package dev.conclave.client.terminal;

/** A person who can be asked. */
public interface Prompt {
  /**
   * Asks for a line.
   *
   * @throws Left when the person leaves instead of answering, or is not asked any more
   */
  String ask(String question) throws Left;

  /** Shows something before asking. */
  void show(Page page);

  /** Why there is no answer. */
  final class Left extends Exception {
    private static final long serialVersionUID = 1L;

    /** What ended the asking. */
    public enum Why {
      /** Ctrl-C. */
      INTERRUPTED,
      /** Ctrl-D, or the end of what is typed. */
      END_OF_INPUT,
      /** The question is of no use any more. */
      WITHDRAWN
    }

    private final Why why;
    private final String typed;

    Left(Why why) {
      this(why, "");
    }

    Left(Why why, String typed) {
      super(why.name());
      this.why = why;
      this.typed = typed;
    }

    /** What stood in the line that was left. */
    public String typed() {
      return typed;
    }

    public Why why() {
      return why;
    }
  }
}
