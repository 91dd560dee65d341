package dev.conclave.activities.agent;

import dev.conclave.workflows.agent.AskRequest;
import dev.conclave.workflows.discussion.Analysis;

/** The built-in analyst: no model, no process, no network. */
@FunctionalInterface
public interface DirectAnalyst {

  /** Analyses what the request is about. */
  Analysis analyze(AskRequest request);
}
