package dev.conclave.activities.agent.process;

/** The attempt ended before its call did. */
public final class CallLeft extends Exception {
  private static final long serialVersionUID = 1L;

  private final boolean cancelled;

  public CallLeft(boolean cancelled) {
    super(cancelled ? "the call was cancelled" : "the call goes on without this attempt");
    this.cancelled = cancelled;
  }

  /** Whether the call was ended with it; else it is there to be adopted. */
  public boolean cancelled() {
    return cancelled;
  }
}
