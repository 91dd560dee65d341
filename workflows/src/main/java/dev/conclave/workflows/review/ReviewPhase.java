package dev.conclave.workflows.review;

import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.session.SessionEnd;
import dev.conclave.workflows.session.SessionPhase;
import org.jspecify.annotations.Nullable;

/** The phases of a review. */
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

  @Override
  public @Nullable GateType gate() {
    return null;
  }

  @Override
  public @Nullable SessionEnd end() {
    return end;
  }
}
