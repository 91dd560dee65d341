package dev.conclave.workflows.context;

import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.session.SessionEnd;
import dev.conclave.workflows.session.SessionPhase;
import org.jspecify.annotations.Nullable;

/** The phases of a context session. */
public enum ContextPhase implements SessionPhase {
  INITIALIZING,
  DETECTING,
  EXPLORING,
  AWAITING_QUESTIONS(GateType.QUESTIONS),
  ANALYZING_CONFLICTS,
  AWAITING_CONFLICT(GateType.CONFLICT),
  AWAITING_CONFLICT_QUESTIONS(GateType.CONFLICT_QUESTIONS),
  CLARIFYING,
  AWAITING_RESOLUTIONS(GateType.RESOLUTIONS),
  ASSEMBLING,
  COMPLETE(SessionEnd.COMPLETE),
  SAVED(SessionEnd.SAVED),
  CANCELLED(SessionEnd.CANCELLED),
  FAILED(SessionEnd.FAILED);

  private final @Nullable GateType gate;
  private final @Nullable SessionEnd end;

  ContextPhase() {
    this(null, null);
  }

  ContextPhase(GateType gate) {
    this(gate, null);
  }

  ContextPhase(SessionEnd end) {
    this(null, end);
  }

  ContextPhase(@Nullable GateType gate, @Nullable SessionEnd end) {
    this.gate = gate;
    this.end = end;
  }

  @Override
  public @Nullable GateType gate() {
    return gate;
  }

  @Override
  public @Nullable SessionEnd end() {
    return end;
  }
}
