package dev.conclave.workflows.discussion;

/** What a round leads to. */
public enum Recommendation {
  CONVERGED,
  CONTINUE,
  USER_INPUT_NEEDED
}
