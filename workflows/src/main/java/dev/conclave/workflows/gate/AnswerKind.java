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
  CHOOSE,
  CUSTOM,
  SKIP,
  REPLY,
  RETRY,
  ABORT,
  DEEPEN,
  ADJUST,
  ASK,
  DONE,
  ARCHIVE,
  KEEP,
  EXPORT,
  CANCEL;

  /** Whether this answer asks for another round. */
  public boolean asksForRound() {
    return this == CLARIFY
        || this == CHANGE_DIRECTION
        || this == MORE_ANALYSIS
        || this == DIFFERENT_DIRECTION;
  }

  /** Whether this answer lets the discussion begin anew, with a direction of its own. */
  public boolean changesDirection() {
    return this == CHANGE_DIRECTION || this == DIFFERENT_DIRECTION;
  }
}
