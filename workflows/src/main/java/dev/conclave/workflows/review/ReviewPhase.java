package dev.conclave.workflows.review;

import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.session.SessionEnd;
import dev.conclave.workflows.session.SessionPhase;
import org.jspecify.annotations.Nullable;

/** Where a review stands. */
public enum ReviewPhase implements SessionPhase {
  INITIALIZING,
  REVIEWING,
  COMPLETE(SessionEnd.COMPLETE),
  SAVED(SessionEnd.SAVED),
  CANCELLED(SessionEnd.CANCELLED),
  FAILED(SessionEnd.FAILED);

  private final @Nullable SessionEnd end;

  ReviewPhase() {
    this(null);
  }

  ReviewPhase(@Nullable SessionEnd end) {
    this.end = end;
  }

  /** None: nobody is asked, whatever is found. */
  @Override
  public @Nullable GateType gate() {
    return null;
  }

  @Override
  public @Nullable SessionEnd end() {
    return end;
  }
}
