package dev.conclave.workflows.execute;

import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.session.SessionEnd;
import dev.conclave.workflows.session.SessionPhase;

/** The phases of an execution. */
public enum ExecutePhase implements SessionPhase {
  OPENING(Type.WORK),
  /** Creates the execution's repository, and lists the commands. */
  PREPARING(Type.WORK),
  AWAITING_COMMANDS(Type.gate(GateType.COMMANDS)),
  /** Runs the checks on the original tree. */
  BASELINE(Type.WORK),
  /** Executes a step of tasks, or fixes review findings. */
  EXECUTING(Type.WORK),
  AWAITING_TASK(Type.gate(GateType.TASK_FAILURE)),
  BY_HAND(Type.gate(GateType.BY_HAND)),
  REVIEWING(Type.WORK),
  AWAITING_REVIEW(Type.gate(GateType.REVIEW)),
  AWAITING_DELIVERY(Type.gate(GateType.DELIVERY)),
  DELIVERING(Type.WORK),
  COMPLETE(Type.end(SessionEnd.COMPLETE)),
  SAVED(Type.end(SessionEnd.SAVED)),
  CANCELLED(Type.end(SessionEnd.CANCELLED)),
  FAILED(Type.end(SessionEnd.FAILED));

  private final Type type;

  ExecutePhase(Type type) {
    this.type = type;
  }

  @Override
  public Type type() {
    return type;
  }
}
