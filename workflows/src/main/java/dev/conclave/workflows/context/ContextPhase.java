package dev.conclave.workflows.context;

import dev.conclave.workflows.session.SessionPhase;

/** The phases of a context session. */
public enum ContextPhase implements SessionPhase {
  INITIALIZING,
  DETECTING,
  EXPLORING,
  AWAITING_QUESTIONS,
  ANALYZING_CONFLICTS,
  AWAITING_CONFLICT,
  AWAITING_CONFLICT_QUESTIONS,
  CLARIFYING,
  AWAITING_RESOLUTIONS,
  ASSEMBLING,
  COMPLETE,
  SAVED,
  CANCELLED,
  FAILED
}
