package dev.conclave.workflows.api;

import dev.conclave.workflows.model.Workspace;
import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;

/** Opens the change under review, on the host that has its repository. */
@ActivityInterface
public interface ReviewActivities {

  /**
   * Opens a change: stores the trees of both sides and the diff in Conclave's own repository, never
   * in the user's.
   *
   * @throws io.temporal.failure.ApplicationFailure of type {@code workspace-refused},
   *     non-retryable, when the change does not exist; the message says what to do
   */
  @ActivityMethod(name = "openChange")
  Change open(Workspace workspace, ChangeSpec change);
}
