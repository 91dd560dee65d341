package dev.conclave.workflows.analyze;

import dev.conclave.workflows.session.SessionEnd;
import dev.conclave.workflows.session.SessionPhase;
import java.util.Optional;

/** Where an analysis stands. */
public enum AnalyzePhase implements SessionPhase {
  INITIALIZING,
  ANALYZING_TOPIC,
  AWAITING_CONFIGURATION,
  AWAITING_TASKS,
  RUNNING_TASKS,
  AWAITING_WAVE_FAILURE,
  AWAITING_DISCUSSION,
  AWAITING_COMPLETION,
  COMPLETE(SessionEnd.COMPLETE),
  SAVED(SessionEnd.SAVED),
  CANCELLED(SessionEnd.CANCELLED),
  FAILED(SessionEnd.FAILED);

  private final Optional<SessionEnd> end;

  AnalyzePhase() {
    end = Optional.empty();
  }

  AnalyzePhase(SessionEnd end) {
    this.end = Optional.of(end);
  }

  @Override
  public Optional<SessionEnd> end() {
    return end;
  }
}
