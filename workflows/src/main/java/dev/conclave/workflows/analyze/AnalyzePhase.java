package dev.conclave.workflows.analyze;

import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.session.SessionPhase;
import java.util.Optional;

/** Where an analysis stands. */
public enum AnalyzePhase implements SessionPhase {
  INITIALIZING,
  ANALYZING_TOPIC,
  AWAITING_CONFIGURATION(GateType.CONFIGURATION),
  AWAITING_BREAKDOWN(GateType.TASKS),
  RUNNING_TASKS,
  AWAITING_RETRY(GateType.WAVE_FAILURE),
  AWAITING_FEEDBACK(GateType.DISCUSSION),
  AWAITING_COMPLETION(GateType.COMPLETION),
  COMPLETE,
  SAVED,
  CANCELLED,
  FAILED;

  private final Optional<GateType> gate;

  AnalyzePhase() {
    gate = Optional.empty();
  }

  AnalyzePhase(GateType gate) {
    this.gate = Optional.of(gate);
  }

  @Override
  public Optional<GateType> gate() {
    return gate;
  }
}
