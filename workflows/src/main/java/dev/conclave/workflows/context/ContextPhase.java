package dev.conclave.workflows.context;

import dev.conclave.workflows.session.SessionPhase;

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
  COMPLETE,
  SAVED,
  CANCELLED,
  FAILED
}
