package dev.conclave.workflows.execute;

import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.session.SessionPhase;
import org.jspecify.annotations.Nullable;

/** The phases of an execution. */
public enum ExecutePhase implements SessionPhase {
  OPENING,
  /** Creates the execution's repository, and lists the commands. */
  PREPARING,
  AWAITING_COMMANDS,
  /** Runs the checks on the original tree. */
  BASELINE,
  /** Executes a step of tasks, or fixes review findings. */
  EXECUTING,
  AWAITING_TASK,
  BY_HAND,
  REVIEWING,
  AWAITING_REVIEW,
  AWAITING_DELIVERY,
  DELIVERING,
  COMPLETE,
  SAVED,
  CANCELLED,
  FAILED;

  @Override
  public @Nullable GateType gate() {
    return switch (this) {
      case AWAITING_TASK -> GateType.TASK_FAILURE;
      case BY_HAND -> GateType.BY_HAND;
      default -> SessionPhase.super.gate();
    };
  }
}
