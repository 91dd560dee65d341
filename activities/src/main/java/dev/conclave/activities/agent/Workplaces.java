package dev.conclave.activities.agent;

import dev.conclave.workflows.api.AskRequest;

/** Opens places to work in: a snapshot for analysis, the tree itself for writing. */
@FunctionalInterface
public interface Workplaces {

  /**
   * Opens one.
   *
   * @param holder names the call over its attempts: the place that an earlier one left to its
   *     process is taken up again
   */
  Workplace open(AskRequest request, String holder);
}
