package dev.conclave.workflows.analyze;

import dev.conclave.workflows.session.SessionPhase;

/** The phases of an analysis. */
public enum AnalyzePhase implements SessionPhase {
  INITIALIZING,
  ANALYZING_TOPIC,
  AWAITING_CONFIGURATION,
  AWAITING_TASKS,
  RUNNING_TASKS,
  AWAITING_WAVE_FAILURE,
  AWAITING_DISCUSSION,
  AWAITING_COMPLETION,
  COMPLETE,
  SAVED,
  CANCELLED,
  FAILED
}
