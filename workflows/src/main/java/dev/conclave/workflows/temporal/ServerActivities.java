package dev.conclave.workflows.temporal;

import com.fasterxml.jackson.databind.JsonNode;
import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;

/**
 * What a session asks of its own Temporal server, as local activities: they are short, and done by
 * whichever worker runs the session.
 */
@ActivityInterface
public interface ServerActivities {

  /** Requests that the calling workflow be cancelled: without that none closes as Canceled. */
  @ActivityMethod(name = "requestCancel")
  void requestCancel(String reason);

  /** All that a closed session knew; one that did not complete has no result. */
  @ActivityMethod(name = "askCarried")
  JsonNode fullState(String session);
}
