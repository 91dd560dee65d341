package dev.conclave.workflows.plan;

import java.util.Optional;

/**
 * The argument of a run.
 *
 * @param carried the state of the run before, after continue-as-new or for resume
 */
public record PlanInput(PlanRequest request, Optional<PlanState> carried) {

  /** A session's first run. */
  public static PlanInput first(PlanRequest request) {
    return new PlanInput(request, Optional.empty());
  }
}
