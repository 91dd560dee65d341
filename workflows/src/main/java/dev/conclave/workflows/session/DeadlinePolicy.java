package dev.conclave.workflows.session;

/** What happens when a session's deadline passes. */
public enum DeadlinePolicy {
  SAVE("the session is saved"),
  CANCEL("the session is cancelled"),
  APPROVE_FIRST("the first option is approved if a decision is open; else the session is saved");

  private final String then;

  DeadlinePolicy(String then) {
    this.then = then;
  }

  /** Describes the outcome, for display in advance. */
  public String then() {
    return then;
  }
}
