package dev.conclave.workflows.api;

import java.util.List;

/**
 * The verdict on a plan.
 *
 * @param errors empty when it passes; each sentence can be quoted back to the planner
 * @param document the plan as JSON
 * @param warnings what should be otherwise and does not keep the plan from being executed, in the
 *     same form
 */
public record PlanCheck(List<String> errors, DocumentRef document, List<String> warnings) {
  public PlanCheck {
    // A plan that was checked before there were warnings has none.
    warnings = warnings == null ? List.of() : warnings;
  }

  /** Whether the plan may be executed. */
  public boolean passes() {
    return errors.isEmpty();
  }
}
