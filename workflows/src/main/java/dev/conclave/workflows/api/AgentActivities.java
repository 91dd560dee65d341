package dev.conclave.workflows.api;

import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;

/** Runs every model-backed role as one call of {@link #ask}. */
@ActivityInterface
public interface AgentActivities {

  String ASK = "ask";

  /**
   * Asks an agent once. Heartbeats carry {@link CallProgress}. A call that an earlier attempt
   * finished is returned from its spool, not paid for again.
   *
   * @throws io.temporal.failure.ApplicationFailure non-retryable, of type {@link
   *     FailureKind#type()}, with an {@link AgentFailure} as its detail
   */
  @ActivityMethod(name = ASK)
  AskReply ask(AskRequest request);
}
