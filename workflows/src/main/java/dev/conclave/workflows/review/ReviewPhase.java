package dev.conclave.workflows.review;

import dev.conclave.workflows.session.SessionPhase;

/** The phases of a review. */
public enum ReviewPhase implements SessionPhase {
  INITIALIZING,
  REVIEWING,
  COMPLETE,
  SAVED,
  CANCELLED,
  FAILED
}
