package dev.conclave.workflows.analyze;

import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.session.SessionPhase;
import java.util.Optional;
import java.util.stream.Stream;

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

  AnalyzePhase(GateType... gate) {
    this.gate = Stream.of(gate).findFirst();
  }

  @Override
  public Optional<GateType> gate() {
    return gate;
  }
}
