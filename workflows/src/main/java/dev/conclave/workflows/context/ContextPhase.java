package dev.conclave.workflows.context;

import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.session.SessionEnd;
import dev.conclave.workflows.session.SessionPhase;

/** The phases of a context session. */
public enum ContextPhase implements SessionPhase {
  INITIALIZING(Type.WORK),
  DETECTING(Type.WORK),
  EXPLORING(Type.WORK),
  AWAITING_QUESTIONS(Type.gate(GateType.QUESTIONS)),
  ANALYZING_CONFLICTS(Type.WORK),
  AWAITING_CONFLICT(Type.gate(GateType.CONFLICT)),
  AWAITING_CONFLICT_QUESTIONS(Type.gate(GateType.CONFLICT_QUESTIONS)),
  CLARIFYING(Type.WORK),
  AWAITING_RESOLUTIONS(Type.gate(GateType.RESOLUTIONS)),
  ASSEMBLING(Type.WORK),
  COMPLETE(Type.end(SessionEnd.COMPLETE)),
  SAVED(Type.end(SessionEnd.SAVED)),
  CANCELLED(Type.end(SessionEnd.CANCELLED)),
  FAILED(Type.end(SessionEnd.FAILED));

  private final Type type;

  ContextPhase(Type type) {
    this.type = type;
  }

  @Override
  public Type type() {
    return type;
  }
}
