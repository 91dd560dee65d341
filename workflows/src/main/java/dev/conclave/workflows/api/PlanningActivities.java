package dev.conclave.workflows.api;

import dev.conclave.workflows.discussion.Solution;
import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;
import java.util.List;
import java.util.Optional;

/** The rules of a plan, over facts of the tree. */
@ActivityInterface
public interface PlanningActivities {

  /** Holds a plan against the rules, what the human set for it, and the tree. */
  @ActivityMethod(name = "checkPlan")
  PlanCheck check(Plan plan, PlanTerms terms, Workspace workspace, String tree);

  /**
   * Builds a plan from the solution alone, within the human's terms, flagged as degraded. Empty
   * when the solution has neither files nor tasks in scope.
   */
  @ActivityMethod(name = "degradedPlan")
  Optional<Plan> degraded(
      String task, Solution solution, PlanTerms terms, Workspace workspace, String tree);

  /**
   * The verdict on a plan.
   *
   * @param errors empty when it passes; each sentence can be quoted back to the planner
   * @param document the plan as JSON
   * @param warnings what should be otherwise and does not keep the plan from being executed, in the
   *     same form
   */
  record PlanCheck(List<String> errors, DocumentRef document, List<String> warnings) {
    /** Whether the plan may be executed. */
    public boolean passes() {
      return errors.isEmpty();
    }
  }
}
