package dev.conclave.workflows.api;

import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.model.Workspace;
import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Checks plans by rules and facts of the tree. */
@ActivityInterface
public interface PlanningActivities {

  /** Checks a plan against the rules, the human's terms and the tree. */
  @ActivityMethod(name = "checkPlan")
  PlanCheck check(Plan plan, PlanTerms terms, Workspace workspace, String tree);

  /** Builds a degraded plan from the solution alone; empty without files or tasks in scope. */
  @ActivityMethod(name = "degradedPlan")
  Optional<Plan> degraded(
      String task,
      Solution solution,
      PlanTerms terms,
      Workspace workspace,
      String tree,
      @Nullable List<String> languages);

  /**
   * The verdict on a plan.
   *
   * @param errors empty when it passes; each sentence can be quoted to the planner
   * @param warnings flaws that do not prevent execution, in the same form
   */
  record PlanCheck(List<String> errors, DocumentRef document, List<String> warnings) {
    public boolean passes() {
      return errors.isEmpty();
    }
  }
}
