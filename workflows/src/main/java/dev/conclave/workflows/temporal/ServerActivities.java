package dev.conclave.workflows.temporal;

import com.fasterxml.jackson.databind.JsonNode;
import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;

/**
 * Calls from a session to its own Temporal server, as short local activities in the worker that
 * runs the session.
 */
@ActivityInterface
public interface ServerActivities {

  /** Requests cancellation of the calling workflow; only then can it close as Canceled. */
  @ActivityMethod(name = "requestCancel")
  void requestCancel(String reason);

  /** Returns the full state of a closed session; one that did not complete has no result. */
  @ActivityMethod(name = "fetchFullState")
  JsonNode fullState(String session);
}
