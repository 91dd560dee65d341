package dev.conclave.workflows.gate;

/** The kinds of answer, over all gates. */
public enum AnswerKind {
  CLARIFY,
  PROCEED,
  CHANGE_DIRECTION,
  APPROVE,
  MORE_ANALYSIS,
  DIFFERENT_DIRECTION,
  EXECUTE,
  MODIFY,
  BACK,
  SAVE,
  RAISE,
  DROP_AGENT,
  DECIDE,
  CANCEL;

  /** Whether this answer asks for another round. */
  public boolean asksForRound() {
    return this == CLARIFY
        || this == CHANGE_DIRECTION
        || this == MORE_ANALYSIS
        || this == DIFFERENT_DIRECTION;
  }
}
