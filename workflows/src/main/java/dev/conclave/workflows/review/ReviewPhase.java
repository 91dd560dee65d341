package dev.conclave.workflows.review;

import dev.conclave.workflows.session.SessionEnd;
import dev.conclave.workflows.session.SessionPhase;

/** The phases of a review. */
public enum ReviewPhase implements SessionPhase {
  INITIALIZING(Type.WORK),
  REVIEWING(Type.WORK),
  COMPLETE(Type.end(SessionEnd.COMPLETE)),
  SAVED(Type.end(SessionEnd.SAVED)),
  CANCELLED(Type.end(SessionEnd.CANCELLED)),
  FAILED(Type.end(SessionEnd.FAILED));

  private final Type type;

  ReviewPhase(Type type) {
    this.type = type;
  }

  @Override
  public Type type() {
    return type;
  }
}
