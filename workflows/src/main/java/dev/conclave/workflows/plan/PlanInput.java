package dev.conclave.workflows.plan;

import dev.conclave.workflows.api.Notification;
import java.util.List;
import java.util.Optional;

/**
 * The argument of a run.
 *
 * @param carried the state of the run before, after continue-as-new or for resume
 */
public record PlanInput(
    PlanRequest request, Optional<PlanState> carried, List<Notification> unsent) {

  public PlanInput(PlanRequest request, Optional<PlanState> carried) {
    this(request, carried, List.of());
  }

  public static PlanInput first(PlanRequest request) {
    return new PlanInput(request, Optional.empty());
  }
}
