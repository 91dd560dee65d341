package dev.conclave.workflows.api;

/** What an agent is asked to be. */
public enum Role {
  ANALYST(true),
  /** Says which statements are the same, which exclude each other, what only a human can answer. */
  MODERATOR(true),
  /** Says how a topic is to be analyzed. */
  TOPIC_ANALYZER(true),
  PLANNER(false);

  private final boolean mendedOnce;

  Role(boolean mendedOnce) {
    this.mendedOnce = mendedOnce;
  }

  /**
   * Whether a flawed reply is sent back once, by who asked for it; the repairs of others are
   * counted by who checks what they say.
   */
  public boolean mendedOnce() {
    return mendedOnce;
  }
}
