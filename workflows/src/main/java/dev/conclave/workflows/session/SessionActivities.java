package dev.conclave.workflows.session;

import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;

/** Writes the session folder, on the host that has the workspace. */
@ActivityInterface
public interface SessionActivities {
  String PROJECT = "projectFolder";

  /**
   * Writes the session folder. Idempotent; an older revision never overwrites a newer one.
   *
   * @return the revision now in the folder
   * @throws io.temporal.failure.ApplicationFailure non-retryable, of type {@link
   *     dev.conclave.workflows.temporal.FailureTypes#WRONG_HOST}, when the state belongs to another
   *     host; of type {@link dev.conclave.workflows.temporal.FailureTypes#FOLDER_REFUSED}, when the
   *     session has a newer run, which writes the folder itself
   */
  @ActivityMethod(name = PROJECT)
  long project(ProjectionRequest request);
}
