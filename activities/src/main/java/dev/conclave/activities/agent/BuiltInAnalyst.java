package dev.conclave.activities.agent;

import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.discussion.Analysis;

/** An analyst that is no program. Thread-safe. */
@FunctionalInterface
public interface BuiltInAnalyst {

  /**
   * Analyzes what the request is about.
   *
   * @param step run between the steps; what it throws ends the analysis
   */
  Analysis analyze(AskRequest request, Runnable step);
}
