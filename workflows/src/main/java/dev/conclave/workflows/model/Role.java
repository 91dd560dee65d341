package dev.conclave.workflows.model;

/** What an agent is asked to be. */
public enum Role {
  ANALYST(true),
  /** Looks for faults in a change, and votes on what others found. */
  REVIEWER(true),
  /** Says which statements are the same, which exclude each other, what only a human can answer. */
  MODERATOR(true),
  TOPIC_ANALYZER(true),
  EXPLORER(true),
  /** Concludes from all that an analysis found. */
  SYNTHESIZER(true),
  /** Explores a repository for a task from one angle. */
  CONTEXT_EXPLORER(true),
  /** Says what stands against a task, and how to resolve it. */
  CONFLICT_ANALYST(true),
  /** Takes a human's answers into a strategy. */
  CONFLICT_CLARIFIER(true),
  PLANNER(false),
  /** Carries a task out: its reply is the tree that it leaves. */
  EXECUTOR(false);

  private final boolean mendedOnce;

  Role(boolean mendedOnce) {
    this.mendedOnce = mendedOnce;
  }

  /** Whether a flawed reply is sent back once; the planner's caller counts its repairs itself. */
  public boolean mendedOnce() {
    return mendedOnce;
  }
}
