package dev.conclave.activities.planning.degraded;

import dev.conclave.activities.planning.check.OneLine;
import dev.conclave.activities.planning.check.PlanScope;
import dev.conclave.activities.search.source.PathKind;
import dev.conclave.workflows.discussion.CodeLocation;
import dev.conclave.workflows.discussion.ImplementationPlan;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.discussion.SolutionTask;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What of a solution stays in scope. Pure. */
final class InScope {
  /** A line behind a path. */
  private static final Pattern PLACE = Pattern.compile(":\\d+(?:[-:]\\d+)?$");

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
        s.cited(),
        s.entry(),
        s.rankedFirstBy(),
        s.differences(),
        s.revisions(),
        s.objections(),
        s.openConflicts());
  }

  /** Names of the tasks that are gone. */
  static List<String> leftOut(Solution whole, Solution kept) {
    List<String> names = new ArrayList<>(names(whole));
    names(kept).forEach(names::remove);
    return List.copyOf(names);
  }

  private static List<String> names(Solution solution) {
    return solution.implementationPlan().tasks().stream()
        .map(task -> OneLine.or(task.name(), task.id()))
        .toList();
  }

  /** Whether what would be built is out of scope, and only what would test it is left. */
  static boolean onlyTestsAreLeft(Solution whole, Solution kept) {
    List<String> left = files(kept);
    return !left.isEmpty()
        && left.stream().allMatch(InScope::test)
        && !files(whole).stream().allMatch(InScope::test);
  }

  private static List<String> files(Solution solution) {
    return Stream.concat(
            solution.affectedFiles().stream().map(CodeLocation::file),
            solution.implementationPlan().tasks().stream().flatMap(task -> task.files().stream()))
        .map(file -> PLACE.matcher(file).replaceFirst(""))
        .toList();
  }

  private static boolean test(String file) {
    return PathKind.of(file) == PathKind.TEST;
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
