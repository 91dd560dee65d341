package dev.conclave.workflows.discussion;

/** The recommended next step after a round. */
public enum Recommendation {
  CONVERGED,
  CONTINUE,
  USER_INPUT_NEEDED
}
