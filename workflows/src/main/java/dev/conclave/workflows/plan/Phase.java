package dev.conclave.workflows.plan;

import dev.conclave.workflows.session.SessionPhase;

/** The phases of a planning session. */
public enum Phase implements SessionPhase {
  INITIALIZING(1),
  CONTEXT_GATHERING(1),
  ANALYZING(2),
  AWAITING_CLARIFICATION(3),
  AWAITING_DECISION(4),
  GENERATING_PLAN(5),
  AWAITING_CONFIRMATION(5),
  EXECUTING(5),
  COMPLETE(5),
  SAVED(5),
  CANCELLED(5),
  FAILED(5);

  private final int number;

  Phase(int number) {
    this.number = number;
  }

  /** Returns the coarse phase for files: 1 context, 2 analysis, 3 options, 4 decision, 5 plan. */
  public int number() {
    return number;
  }
}
