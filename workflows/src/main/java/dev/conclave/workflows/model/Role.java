package dev.conclave.workflows.model;

public enum Role {
  ANALYST(true),
  /** Finds faults in a change, and votes on the findings of others. */
  REVIEWER(true),
  /**
   * Identifies statements that are equal or exclude each other, and questions only a human can
   * answer.
   */
  MODERATOR(true),
  TOPIC_ANALYZER(true),
  EXPLORER(true),
  /** Draws conclusions from all findings of an analysis. */
  SYNTHESIZER(true),
  /** Explores a repository for a task from one angle. */
  CONTEXT_EXPLORER(true),
  /** Finds conflicts with a task, and how to resolve them. */
  CONFLICT_ANALYST(true),
  /** Turns a human's answers into a strategy. */
  CONFLICT_CLARIFIER(true),
  PLANNER(false),
  /** Executes a task; its reply is the resulting tree. */
  EXECUTOR(false);

  private final boolean repairsOnce;

  Role(boolean repairsOnce) {
    this.repairsOnce = repairsOnce;
  }

  /**
   * Returns whether an invalid reply is sent back once; the planner's caller counts repairs itself.
   */
  public boolean repairsOnce() {
    return repairsOnce;
  }
}
