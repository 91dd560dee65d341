package dev.conclave.workflows.session;

import dev.conclave.workflows.text.Words;

public enum SessionEnd {
  COMPLETE,
  /** Saved for a human; the workflow completes. */
  SAVED,
  CANCELLED,
  FAILED;

  /** Returns whether this phase means that the session has ended. */
  public static boolean isEnd(String phase) {
    return Words.parse(SessionEnd.class, phase).isPresent();
  }
}
