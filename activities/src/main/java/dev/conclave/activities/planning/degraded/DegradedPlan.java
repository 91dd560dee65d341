package dev.conclave.activities.planning.degraded;

import dev.conclave.activities.planning.check.OneLine;
import dev.conclave.activities.planning.check.PlanChecks;
import dev.conclave.activities.planning.check.PlanFacts;
import dev.conclave.activities.planning.check.PlanGroups;
import dev.conclave.activities.planning.check.PlanScope;
import dev.conclave.activities.planning.check.PlanWords;
import dev.conclave.workflows.discussion.Level;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.planning.Plan;
import dev.conclave.workflows.planning.Plan.Complexity;
import dev.conclave.workflows.planning.PlanTask;
import dev.conclave.workflows.planning.PlanTerms;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The plan that rules make when no planner could: from a solution's own tasks, else from the files
 * it affects. It passes {@link PlanChecks}; see docs/plan.md, section 4. Pure; thread-safe.
 */
public final class DegradedPlan {
  private DegradedPlan() {}

  /**
   * Builds the plan.
   *
   * @param terms the constraints, which every task shows, and the scope, whose bounds no file of it
   *     leaves
   * @return empty when the solution has neither files nor tasks in scope, or nothing but tests of
   *     what would be out of it
   */
  public static Optional<Plan> of(String task, Solution whole, PlanTerms terms, PlanFacts facts) {
    Solution solution = InScope.of(whole, PlanScope.of(terms.scope(), facts));
    List<WorkParcel> parcels = Parcels.of(solution);
    if (parcels.isEmpty() || InScope.onlyTestsAreLeft(whole, solution)) {
      return Optional.empty();
    }
    Complexity complexity = complexity(solution.effort());
    TaskWording wording = new TaskWording(solution, terms.constraints(), complexity, facts);
    List<PlanTask> tasks = new ArrayList<>();
    for (int i = 0; i < parcels.size(); i++) {
      tasks.add(wording.task(i + 1, parcels.get(i), needs(parcels, i)));
    }
    if (tasks.size() < PlanChecks.LEAST_TASKS && complexity != Complexity.LOW) {
      tasks.add(wording.proof(tasks.size() + 1, tasks.stream().map(PlanTask::id).toList()));
    }
    return Optional.of(
        plan(
            task,
            solution,
            complexity,
            PlanGroups.assign(tasks),
            InScope.leftOut(whole, solution)));
  }

  private static Plan plan(
      String task,
      Solution solution,
      Complexity complexity,
      List<PlanTask> tasks,
      List<String> leftOut) {
    String name = OneLine.or(solution.name(), "the chosen solution");
    boolean simple = complexity == Complexity.LOW;
    return new Plan(
        // The solution's summary is a statistic; what is to be done its name says.
        OneLine.or(solution.name(), OneLine.or(solution.description(), OneLine.of(task))),
        OneLine.or(
            solution.implementationPlan().approach(), OneLine.or(solution.description(), name)),
        complexity,
        "%d to %d minutes".formatted(15 * tasks.size(), 60 * tasks.size()),
        "Agent",
        simple
            ? Optional.empty()
            : Optional.of("Not described by the solution. Order of work: " + order(tasks)),
        simple ? List.of() : decisions(name, solution),
        tasks,
        // Rules carry a constraint's words along; that a task keeps it they cannot know.
        List.of(),
        true,
        leftOut);
  }

  /** Ids of the earlier tasks that the parcel at {@code index} waits for. */
  private static List<String> needs(List<WorkParcel> parcels, int index) {
    Set<String> needed = parcels.get(index).needs();
    return Stream.iterate(0, i -> i < index, i -> i + 1)
        .filter(i -> parcels.get(i).ids().stream().anyMatch(needed::contains))
        .map(i -> PlanWords.taskId(i + 1))
        .toList();
  }

  private static Complexity complexity(Level effort) {
    return switch (effort) {
      case LOW -> Complexity.LOW;
      case HIGH -> Complexity.HIGH;
      case MEDIUM, UNKNOWN -> Complexity.MEDIUM;
    };
  }

  private static List<String> decisions(String name, Solution solution) {
    List<String> decisions = new ArrayList<>();
    decisions.add("Chosen: " + name);
    solution.pros().stream()
        .map(OneLine::of)
        .filter(pro -> !pro.isEmpty())
        .limit(4)
        .map("For it: "::concat)
        .forEach(decisions::add);
    return List.copyOf(decisions);
  }

  private static String order(List<PlanTask> tasks) {
    return PlanGroups.waves(tasks).stream()
        .map(
            wave -> {
              String ids = wave.stream().map(PlanTask::id).collect(Collectors.joining(" | "));
              return wave.size() == 1 ? ids : "(" + ids + ")";
            })
        .collect(Collectors.joining(" → "));
  }
}
