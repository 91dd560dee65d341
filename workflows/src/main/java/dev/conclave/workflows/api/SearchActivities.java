package dev.conclave.workflows.api;

import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;

/** Finds the parts of a tree that a task concerns. */
@ActivityInterface
public interface SearchActivities {

  /** Searches, and packs what was found into a context package kept by digest. */
  @ActivityMethod(name = "gatherContext")
  GatheredContext gather(ContextRequest request);
}
