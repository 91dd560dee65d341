package dev.conclave.workflows.context;

import dev.conclave.workflows.session.SessionEnd;
import dev.conclave.workflows.session.SessionPhase;
import java.util.Optional;

/** Where the gathering of a full context stands. */
public enum ContextPhase implements SessionPhase {
  INITIALIZING,
  DETECTING,
  EXPLORING,
  ANALYZING_CONFLICTS,
  AWAITING_CONFLICT,
  AWAITING_CONFLICT_QUESTIONS,
  CLARIFYING,
  ASSEMBLING,
  COMPLETE(SessionEnd.COMPLETE),
  SAVED(SessionEnd.SAVED),
  CANCELLED(SessionEnd.CANCELLED),
  FAILED(SessionEnd.FAILED);

  private final Optional<SessionEnd> end;

  ContextPhase() {
    end = Optional.empty();
  }

  ContextPhase(SessionEnd end) {
    this.end = Optional.of(end);
  }

  @Override
  public Optional<SessionEnd> end() {
    return end;
  }
}
