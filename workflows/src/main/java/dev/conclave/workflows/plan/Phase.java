package dev.conclave.workflows.plan;

import dev.conclave.workflows.session.SessionEnd;
import dev.conclave.workflows.session.SessionPhase;
import java.util.Optional;

/** Where a planning session stands. */
public enum Phase implements SessionPhase {
  INITIALIZING(1),
  CONTEXT_GATHERING(1),
  ANALYZING(2),
  AWAITING_CLARIFICATION(3),
  AWAITING_DECISION(4),
  GENERATING_PLAN(5),
  AWAITING_CONFIRMATION(5),
  EXECUTING(5),
  COMPLETE(SessionEnd.COMPLETE),
  SAVED(SessionEnd.SAVED),
  CANCELLED(SessionEnd.CANCELLED),
  FAILED(SessionEnd.FAILED);

  private final int number;
  private final Optional<SessionEnd> end;

  Phase(int number) {
    this.number = number;
    end = Optional.empty();
  }

  Phase(SessionEnd end) {
    number = 5;
    this.end = Optional.of(end);
  }

  @Override
  public Optional<SessionEnd> end() {
    return end;
  }

  /** The coarse phase that files show: 1 context, 2 analysis, 3 options, 4 decision, 5 plan. */
  public int number() {
    return number;
  }
}
