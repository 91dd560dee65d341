package dev.conclave.workflows.temporal;

import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;

/** A host's sign of life, on a queue with slots of its own ({@link TaskQueues#probe}). */
@ActivityInterface
public interface HostActivities {

  /**
   * Answers at once, however busy the host is.
   *
   * @return the host's id
   */
  @ActivityMethod(name = "probeHost")
  String probe();
}
