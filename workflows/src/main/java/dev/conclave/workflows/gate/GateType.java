package dev.conclave.workflows.gate;

import static dev.conclave.workflows.gate.AnswerKind.APPROVE;
import static dev.conclave.workflows.gate.AnswerKind.BACK;
import static dev.conclave.workflows.gate.AnswerKind.CANCEL;
import static dev.conclave.workflows.gate.AnswerKind.CHANGE_DIRECTION;
import static dev.conclave.workflows.gate.AnswerKind.CLARIFY;
import static dev.conclave.workflows.gate.AnswerKind.DECIDE;
import static dev.conclave.workflows.gate.AnswerKind.DIFFERENT_DIRECTION;
import static dev.conclave.workflows.gate.AnswerKind.DROP_AGENT;
import static dev.conclave.workflows.gate.AnswerKind.EXECUTE;
import static dev.conclave.workflows.gate.AnswerKind.MODIFY;
import static dev.conclave.workflows.gate.AnswerKind.MORE_ANALYSIS;
import static dev.conclave.workflows.gate.AnswerKind.PROCEED;
import static dev.conclave.workflows.gate.AnswerKind.RAISE;
import static dev.conclave.workflows.gate.AnswerKind.SAVE;

import java.util.List;

/** What a gate asks of the human, with the kinds of answer it takes, most usual first. */
public enum GateType {
  CLARIFICATION(CLARIFY, PROCEED, CHANGE_DIRECTION, CANCEL),
  DECISION(APPROVE, MORE_ANALYSIS, DIFFERENT_DIRECTION, CANCEL),
  CONFIRMATION(EXECUTE, MODIFY, BACK, SAVE, CANCEL),
  BUDGET(RAISE, DROP_AGENT, DECIDE, CANCEL);

  private final List<AnswerKind> kinds;

  GateType(AnswerKind... kinds) {
    this.kinds = List.of(kinds);
  }

  /** Every kind that such a gate can take; an open gate may offer fewer. */
  public List<AnswerKind> kinds() {
    return kinds;
  }
}
