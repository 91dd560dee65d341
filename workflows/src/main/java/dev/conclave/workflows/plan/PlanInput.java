package dev.conclave.workflows.plan;

import dev.conclave.workflows.api.Notification;
import java.util.List;
import java.util.Optional;

/**
 * The argument of a run.
 *
 * @param carried the state of the run before, after continue-as-new or for resume
 * @param unsent what the run before was telling people when it was continued as new
 */
public record PlanInput(
    PlanRequest request, Optional<PlanState> carried, List<Notification> unsent) {

  /** A run that has nothing left to tell. */
  public PlanInput(PlanRequest request, Optional<PlanState> carried) {
    this(request, carried, List.of());
  }

  /** A session's first run. */
  public static PlanInput first(PlanRequest request) {
    return new PlanInput(request, Optional.empty());
  }
}
