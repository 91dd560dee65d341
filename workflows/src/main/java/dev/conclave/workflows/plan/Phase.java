package dev.conclave.workflows.plan;

import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.session.SessionEnd;
import dev.conclave.workflows.session.SessionPhase;
import org.jspecify.annotations.Nullable;

/** The phases of a planning session. */
public enum Phase implements SessionPhase {
  INITIALIZING(1),
  CONTEXT_GATHERING(1),
  ANALYZING(2),
  AWAITING_CLARIFICATION(3, GateType.CLARIFICATION),
  AWAITING_DECISION(4, GateType.DECISION),
  GENERATING_PLAN(5),
  AWAITING_CONFIRMATION(5, GateType.CONFIRMATION),
  EXECUTING(5),
  COMPLETE(SessionEnd.COMPLETE),
  SAVED(SessionEnd.SAVED),
  CANCELLED(SessionEnd.CANCELLED),
  FAILED(SessionEnd.FAILED);

  private final int number;
  private final @Nullable GateType gate;
  private final @Nullable SessionEnd end;

  Phase(int number) {
    this(number, null, null);
  }

  Phase(int number, GateType gate) {
    this(number, gate, null);
  }

  Phase(SessionEnd end) {
    this(5, null, end);
  }

  Phase(int number, @Nullable GateType gate, @Nullable SessionEnd end) {
    this.number = number;
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

  /** Returns the coarse phase for files: 1 context, 2 analysis, 3 options, 4 decision, 5 plan. */
  public int number() {
    return number;
  }
}
