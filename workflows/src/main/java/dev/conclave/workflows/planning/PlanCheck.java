package dev.conclave.workflows.planning;

import dev.conclave.workflows.document.DocumentRef;
import java.util.List;

/**
 * The verdict on a plan.
 *
 * @param errors empty when it passes; each sentence can be quoted back to the planner
 * @param document the plan as JSON
 */
public record PlanCheck(List<String> errors, DocumentRef document) {
  /** Whether the plan may be executed. */
  public boolean passes() {
    return errors.isEmpty();
  }
}
