package dev.conclave.workflows.api;

import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.model.Workspace;
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
   * A plan made of the solution alone, flagged as degraded; empty without files or tasks in scope.
   */
  @ActivityMethod(name = "degradedPlan")
  Optional<Plan> degraded(
      String task, Solution solution, PlanTerms terms, Workspace workspace, String tree);

  /**
   * The verdict on a plan.
   *
   * @param errors empty when it passes; each sentence can be quoted back to the planner
   * @param warnings what should be otherwise and does not keep the plan from being executed, in the
   *     same form
   */
  record PlanCheck(List<String> errors, DocumentRef document, List<String> warnings) {
    public boolean passes() {
      return errors.isEmpty();
    }
  }
}
