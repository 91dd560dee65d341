package dev.conclave.activities.agent;

import dev.conclave.workflows.api.AgentFailure;
import dev.conclave.workflows.model.FailureKind;

/** Thrown when a call produced no reply. */
public final class CallFailed extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient AgentFailure failure;

  CallFailed(AgentFailure failure) {
    super(failure.message());
    this.failure = failure;
  }

  /** Creates a failure that occurred before any process was started. */
  CallFailed(FailureKind kind, String message) {
    this(AgentFailure.of(kind, message));
  }

  public AgentFailure failure() {
    return failure;
  }
}
