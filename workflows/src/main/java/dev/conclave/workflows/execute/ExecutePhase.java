package dev.conclave.workflows.execute;

import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.session.SessionEnd;
import dev.conclave.workflows.session.SessionPhase;
import org.jspecify.annotations.Nullable;

/** Where an execution stands. */
public enum ExecutePhase implements SessionPhase {
  OPENING,
  /** Makes the repository of the execution, and lists the commands. */
  PREPARING,
  AWAITING_COMMANDS(GateType.COMMANDS),
  /** Runs the checks on the tree as it was. */
  BASELINE,
  /** Carries out a step of tasks, or fixes what a review found. */
  EXECUTING,
  AWAITING_TASK(GateType.TASK_FAILURE),
  BY_HAND(GateType.BY_HAND),
  REVIEWING,
  AWAITING_REVIEW(GateType.REVIEW),
  AWAITING_DELIVERY(GateType.DELIVERY),
  DELIVERING,
  COMPLETE(SessionEnd.COMPLETE),
  SAVED(SessionEnd.SAVED),
  CANCELLED(SessionEnd.CANCELLED),
  FAILED(SessionEnd.FAILED);

  private final @Nullable GateType gate;
  private final @Nullable SessionEnd end;

  ExecutePhase() {
    this(null, null);
  }

  ExecutePhase(GateType gate) {
    this(gate, null);
  }

  ExecutePhase(SessionEnd end) {
    this(null, end);
  }

  ExecutePhase(@Nullable GateType gate, @Nullable SessionEnd end) {
    this.gate = gate;
    this.end = end;
  }

  @Override
  public @Nullable GateType gate() {
    return gate;
  }

  @Override
  public @Nullable SessionEnd end() {
    return end;
  }
}
