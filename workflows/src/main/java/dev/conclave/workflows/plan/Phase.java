package dev.conclave.workflows.plan;

import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.session.SessionEnd;
import dev.conclave.workflows.session.SessionPhase;

/** The phases of a planning session. */
public enum Phase implements SessionPhase {
  INITIALIZING(1, Type.WORK),
  CONTEXT_GATHERING(1, Type.WORK),
  ANALYZING(2, Type.WORK),
  AWAITING_CLARIFICATION(3, Type.gate(GateType.CLARIFICATION)),
  AWAITING_DECISION(4, Type.gate(GateType.DECISION)),
  GENERATING_PLAN(5, Type.WORK),
  AWAITING_CONFIRMATION(5, Type.gate(GateType.CONFIRMATION)),
  EXECUTING(5, Type.WORK),
  COMPLETE(5, Type.end(SessionEnd.COMPLETE)),
  SAVED(5, Type.end(SessionEnd.SAVED)),
  CANCELLED(5, Type.end(SessionEnd.CANCELLED)),
  FAILED(5, Type.end(SessionEnd.FAILED));

  private final int number;
  private final Type type;

  Phase(int number, Type type) {
    this.number = number;
    this.type = type;
  }

  @Override
  public Type type() {
    return type;
  }

  /** Returns the coarse phase for files: 1 context, 2 analysis, 3 options, 4 decision, 5 plan. */
  public int number() {
    return number;
  }
}
