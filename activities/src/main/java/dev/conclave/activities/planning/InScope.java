package dev.conclave.activities.planning;

import dev.conclave.workflows.discussion.ImplementationPlan;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.discussion.SolutionTask;
import java.util.List;

/** What of a solution stays in scope. Pure. */
final class InScope {
  private InScope() {}

  /** The solution without files out of scope, and without tasks that had no others. */
  static Solution of(Solution s, PlanScope scope) {
    ImplementationPlan plan = s.implementationPlan();
    return new Solution(
        s.name(),
        s.description(),
        s.sourceCli(),
        s.feasibility(),
        s.effort(),
        s.risk(),
        s.riskInferred(),
        s.maintainability(),
        s.performanceImpact(),
        s.summary(),
        s.pros(),
        s.cons(),
        s.affectedFiles().stream()
            .filter(place -> scope.objection(place.file()).isEmpty())
            .toList(),
        new ImplementationPlan(
            plan.approach(),
            plan.tasks().stream().flatMap(task -> task(task, scope).stream()).toList(),
            plan.executionFlow(),
            plan.milestones()),
        s.dependencies(),
        s.technicalConcerns(),
        s.score(),
        s.verified(),
        s.cited());
  }

  private static List<SolutionTask> task(SolutionTask task, PlanScope scope) {
    List<String> files =
        task.files().stream().filter(file -> scope.objection(file).isEmpty()).toList();
    return files.isEmpty() && !task.files().isEmpty()
        ? List.of()
        : List.of(
            new SolutionTask(task.id(), task.name(), task.dependsOn(), files, task.keyPoint()));
  }
}
