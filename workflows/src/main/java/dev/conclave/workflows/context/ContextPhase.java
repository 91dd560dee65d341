package dev.conclave.workflows.context;

import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.session.SessionPhase;
import java.util.Optional;

/** Where the gathering of a full context stands. */
public enum ContextPhase implements SessionPhase {
  INITIALIZING,
  DETECTING,
  EXPLORING,
  ANALYZING_CONFLICTS,
  AWAITING_RESOLUTION(GateType.CONFLICT),
  AWAITING_ANSWERS(GateType.CONFLICT_QUESTIONS),
  CLARIFYING,
  ASSEMBLING,
  COMPLETE,
  SAVED,
  CANCELLED,
  FAILED;

  private final Optional<GateType> gate;

  ContextPhase() {
    gate = Optional.empty();
  }

  ContextPhase(GateType gate) {
    this.gate = Optional.of(gate);
  }

  @Override
  public Optional<GateType> gate() {
    return gate;
  }
}
