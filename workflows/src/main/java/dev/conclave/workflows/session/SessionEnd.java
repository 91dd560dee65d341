package dev.conclave.workflows.session;

import dev.conclave.workflows.text.Words;

/** How a session ends by itself. */
public enum SessionEnd {
  COMPLETE,
  /** Kept for a human: a workflow that is saved has completed. */
  SAVED,
  CANCELLED,
  FAILED;

  /** Whether a session in the phase of this word has ended. */
  public static boolean isOne(String phase) {
    return Words.parse(SessionEnd.class, phase).isPresent();
  }
}
