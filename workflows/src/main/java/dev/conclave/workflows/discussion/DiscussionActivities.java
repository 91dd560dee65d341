package dev.conclave.workflows.discussion;

import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;

/** The rules of a round, on the host that has its documents and its tree. */
@ActivityInterface
public interface DiscussionActivities {

  /** Checks evidence, cross-verifies, merges, ranks and measures convergence. */
  @ActivityMethod(name = "synthesize")
  Synthesis synthesize(RoundRequest request);
}
