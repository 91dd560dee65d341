package dev.conclave.workflows.api;

import dev.conclave.workflows.model.Workspace;
import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;

/** The change under review, on the host that has its repository. */
@ActivityInterface
public interface ReviewActivities {

  /**
   * Opens a change: makes trees of both its sides in Conclave's own repository, and its diff.
   * Writes nothing in the user's repository.
   *
   * @throws io.temporal.failure.ApplicationFailure of type {@code workspace-refused},
   *     non-retryable, when there is no such change; the message says what to do
   */
  @ActivityMethod(name = "openChange")
  Change open(Workspace workspace, ChangeSpec change);
}
