package dev.conclave.workflows.temporal;

import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;

/** Liveness probe of a host, on a queue with its own slots ({@link TaskQueues#probe}). */
@ActivityInterface
public interface HostActivities {

  /**
   * Answers immediately, however busy the host is.
   *
   * @return the host's id
   */
  @ActivityMethod(name = "probeHost")
  String probe();
}
