package dev.conclave.workflows.gate;

/** What an answer has to bring beside its kind. */
public enum Need {
  NOTHING,
  /** The number of one of the options that are shown, as {@code solution}. */
  SOLUTION,
  /** The number of one of the options that are shown, as {@code strategy}. */
  STRATEGY,
  /** {@code text}. */
  TEXT,
  /** {@code text}, or {@code answers} to what is asked. */
  WORDS,
  /** {@code answers} to what is asked. */
  ANSWERS,
  /** {@code questions} of the human's own. */
  QUESTIONS,
  /** {@code budget}. */
  BUDGET,
  /** {@code agent}. */
  AGENT,
  /** {@code target}. */
  TARGET;

  /** Whether it is the number of an option: where none is shown, none can be chosen. */
  public boolean choosesOption() {
    return this == SOLUTION || this == STRATEGY;
  }
}
