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
  AWAITING_RESOLUTION,
  AWAITING_ANSWERS,
  CLARIFYING,
  ASSEMBLING,
  COMPLETE,
  SAVED,
  CANCELLED,
  FAILED;

  @Override
  public Optional<GateType> gate() {
    return switch (this) {
      case AWAITING_RESOLUTION -> Optional.of(GateType.CONFLICT);
      case AWAITING_ANSWERS -> Optional.of(GateType.CONFLICT_QUESTIONS);
      default -> Optional.empty();
    };
  }
}
