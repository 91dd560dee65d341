package dev.conclave.activities.agent;

import dev.conclave.workflows.api.AgentFailure;
import dev.conclave.workflows.api.FailureKind;
import java.util.List;
import java.util.Optional;

/** A call gave no reply. */
public final class AgentCallFailed extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient AgentFailure failure;

  public AgentCallFailed(AgentFailure failure) {
    super(failure.message());
    this.failure = failure;
  }

  /** A failure before any process was started. */
  public static AgentCallFailed before(FailureKind kind, String message) {
    return new AgentCallFailed(
        new AgentFailure(kind, message, Optional.empty(), List.of(), Optional.empty()));
  }

  public AgentFailure failure() {
    return failure;
  }
}
