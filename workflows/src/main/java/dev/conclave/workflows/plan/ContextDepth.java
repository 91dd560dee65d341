package dev.conclave.workflows.plan;

/** How thoroughly a session gathers its context before the first round. */
public enum ContextDepth {
  /** By the plain search. */
  SEARCH,
  /** By a session of its own, which explores, and has conflicts resolved at its gates. */
  FULL
}
