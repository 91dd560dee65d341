package dev.conclave.workflows.plan;

import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.session.SessionPhase;
import java.util.Optional;

/** Where a planning session stands. */
public enum Phase implements SessionPhase {
  INITIALIZING(1),
  CONTEXT_GATHERING(1),
  ANALYZING(2),
  AWAITING_CLARIFICATION(3, GateType.CLARIFICATION),
  AWAITING_DECISION(4, GateType.DECISION),
  GENERATING_PLAN(5),
  AWAITING_CONFIRMATION(5, GateType.CONFIRMATION),
  EXECUTING(5),
  COMPLETE(5),
  SAVED(5),
  CANCELLED(5),
  FAILED(5);

  private final int number;
  private final Optional<GateType> gate;

  Phase(int number) {
    this.number = number;
    gate = Optional.empty();
  }

  Phase(int number, GateType gate) {
    this.number = number;
    this.gate = Optional.of(gate);
  }

  /** The coarse phase that files show: 1 context, 2 analysis, 3 options, 4 decision, 5 plan. */
  public int number() {
    return number;
  }

  @Override
  public Optional<GateType> gate() {
    return gate;
  }
}
