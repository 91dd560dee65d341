package dev.conclave.workflows.analyze;

import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.session.SessionEnd;
import dev.conclave.workflows.session.SessionPhase;
import org.jspecify.annotations.Nullable;

/** The phases of an analysis. */
public enum AnalyzePhase implements SessionPhase {
  INITIALIZING,
  ANALYZING_TOPIC,
  AWAITING_CONFIGURATION(GateType.CONFIGURATION),
  AWAITING_TASKS(GateType.TASKS),
  RUNNING_TASKS,
  AWAITING_WAVE_FAILURE(GateType.WAVE_FAILURE),
  AWAITING_DISCUSSION(GateType.DISCUSSION),
  AWAITING_COMPLETION(GateType.COMPLETION),
  COMPLETE(SessionEnd.COMPLETE),
  SAVED(SessionEnd.SAVED),
  CANCELLED(SessionEnd.CANCELLED),
  FAILED(SessionEnd.FAILED);

  private final @Nullable GateType gate;
  private final @Nullable SessionEnd end;

  AnalyzePhase() {
    this(null, null);
  }

  AnalyzePhase(GateType gate) {
    this(gate, null);
  }

  AnalyzePhase(SessionEnd end) {
    this(null, end);
  }

  AnalyzePhase(@Nullable GateType gate, @Nullable SessionEnd end) {
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
