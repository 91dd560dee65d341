package dev.conclave.workflows.api;

import dev.conclave.workflows.discussion.Solution;
import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;
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
}
