package dev.conclave.workflows.analyze;

import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.session.SessionPhase;
import java.util.Optional;

/** Where an analysis stands. */
public enum AnalyzePhase implements SessionPhase {
  INITIALIZING,
  ANALYZING_TOPIC,
  AWAITING_CONFIGURATION,
  COMPLETE,
  SAVED,
  CANCELLED,
  FAILED;

  @Override
  public boolean closed() {
    return compareTo(COMPLETE) >= 0;
  }

  @Override
  public Optional<GateType> gate() {
    return this == AWAITING_CONFIGURATION ? Optional.of(GateType.CONFIGURATION) : Optional.empty();
  }
}
