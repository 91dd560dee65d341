package dev.conclave.activities.planning;

import dev.conclave.activities.discussion.TreeFacts;
import dev.conclave.activities.document.DocumentStore;
import dev.conclave.workflows.api.Plan;
import dev.conclave.workflows.api.PlanTerms;
import dev.conclave.workflows.api.PlanningActivities;
import dev.conclave.workflows.api.PlanningActivities.PlanCheck;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.model.Workspace;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * The rules of a plan, with facts of the tree that the host has. Thread-safe.
 *
 * @param trees facts of a workspace's tree, closed after each use
 */
public record PlanningActivitiesImpl(
    BiFunction<Workspace, String, TreeFacts> trees, DocumentStore documents)
    implements PlanningActivities {

  @Override
  public PlanCheck check(Plan plan, PlanTerms terms, Workspace workspace, String tree) {
    try (TreeFacts facts = trees.apply(workspace, tree)) {
      return new PlanCheck(
          PlanChecks.check(plan, terms, facts),
          documents.putRecord(plan),
          PlanChecks.warnings(plan));
    }
  }

  @Override
  public Optional<Plan> degraded(
      String task, Solution solution, PlanTerms terms, Workspace workspace, String tree) {
    try (TreeFacts facts = trees.apply(workspace, tree)) {
      return DegradedPlan.of(task, solution, terms, facts);
    }
  }
}
