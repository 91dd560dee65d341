package dev.conclave.workflows.analyze;

import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.session.SessionEnd;
import dev.conclave.workflows.session.SessionPhase;

/** The phases of an analysis. */
public enum AnalyzePhase implements SessionPhase {
  INITIALIZING(Type.WORK),
  ANALYZING_TOPIC(Type.WORK),
  AWAITING_CONFIGURATION(Type.gate(GateType.CONFIGURATION)),
  AWAITING_TASKS(Type.gate(GateType.TASKS)),
  RUNNING_TASKS(Type.WORK),
  AWAITING_WAVE_FAILURE(Type.gate(GateType.WAVE_FAILURE)),
  AWAITING_DISCUSSION(Type.gate(GateType.DISCUSSION)),
  AWAITING_COMPLETION(Type.gate(GateType.COMPLETION)),
  COMPLETE(Type.end(SessionEnd.COMPLETE)),
  SAVED(Type.end(SessionEnd.SAVED)),
  CANCELLED(Type.end(SessionEnd.CANCELLED)),
  FAILED(Type.end(SessionEnd.FAILED));

  private final Type type;

  AnalyzePhase(Type type) {
    this.type = type;
  }

  @Override
  public Type type() {
    return type;
  }
}
