package dev.conclave.activities.planning;

import dev.conclave.workflows.api.Plan;
import dev.conclave.workflows.api.Plan.Complexity;
import dev.conclave.workflows.api.PlanTask;
import dev.conclave.workflows.api.PlanTask.PlanFile;
import dev.conclave.workflows.api.PlanTerms;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The rules that every plan has to pass, an agent's and a degraded one alike; see docs/plan.md,
 * section 2. Each failure is a sentence that can be quoted back to the planner. Pure; thread-safe.
 */
public final class PlanChecks {
  /** The most tasks of a plan. */
  private static final int MOST_TASKS = 7;

  /** The least tasks of a plan whose complexity is not Low. */
  private static final int LEAST_TASKS = 2;

  private PlanChecks() {}

  /**
   * What is wrong with a plan; empty when it may be executed.
   *
   * @param terms what the person set for it
   */
  public static List<String> check(Plan plan, PlanTerms terms, PlanFacts facts) {
    List<String> errors = new ArrayList<>(whole(plan));
    plan.tasks().forEach(task -> errors.addAll(TaskChecks.check(task, plan.complexity())));
    plan.tasks().forEach(task -> errors.addAll(file(task, facts)));
    errors.addAll(ids(plan.tasks()));
    errors.addAll(TaskGraph.orderErrors(plan.tasks()));
    errors.addAll(terms(plan, terms, facts));
    return List.copyOf(errors);
  }

  /**
   * What a planner is asked once to mend; a plan with more tasks or steps can be executed too. None
   * for a degraded plan, which has the tasks of its solution.
   */
  public static List<String> warnings(Plan plan) {
    if (plan.degraded()) {
      return List.of();
    }
    List<String> warnings = new ArrayList<>(count(plan));
    plan.tasks().stream().flatMap(TaskChecks::warnings).forEach(warnings::add);
    return List.copyOf(warnings);
  }

  private static List<String> count(Plan plan) {
    int count = plan.tasks().size();
    int least = plan.complexity() == Complexity.LOW ? 1 : LEAST_TASKS;
    if (count == 0 || (count >= least && count <= MOST_TASKS)) {
      return List.of();
    }
    return List.of(
        "The plan has %d task%s; give %d to %d%s."
            .formatted(
                count,
                count == 1 ? "" : "s",
                least,
                MOST_TASKS,
                least == 1 ? "" : ", or 1 when the complexity is Low"));
  }

  private static List<String> whole(Plan plan) {
    List<String> errors = new ArrayList<>();
    if (plan.tasks().isEmpty()) {
      errors.add("The plan has no tasks; give 1 to %d.".formatted(MOST_TASKS));
    }
    if (plan.summary().isBlank()) {
      errors.add("The plan has no summary.");
    }
    if (plan.approach().isBlank()) {
      errors.add("The plan has no approach.");
    }
    if (plan.estimatedTime().isBlank()) {
      errors.add("The plan has no estimated_time.");
    }
    if (!PlanWords.EXECUTIONS.contains(plan.recommendedExecution())) {
      errors.add(
          "recommended_execution is \"%s\"; it is one of %s."
              .formatted(plan.recommendedExecution(), String.join(", ", PlanWords.EXECUTIONS)));
    }
    if (plan.complexity() != Complexity.LOW) {
      if (plan.dataFlow().map(String::isBlank).orElse(true)) {
        errors.add("The plan has no data_flow, which a complexity of Medium or High needs.");
      }
      if (plan.designDecisions().isEmpty()) {
        errors.add("The plan has no design_decisions, which a complexity of Medium or High needs.");
      }
    }
    return errors;
  }

  private static List<String> ids(List<PlanTask> tasks) {
    List<String> errors = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    Set<String> twice = new HashSet<>();
    for (PlanTask task : tasks) {
      if (!PlanWords.TASK_ID.matcher(task.id()).matches()) {
        errors.add(
            "Task id \"%s\" has not the form TASK-001, TASK-002 and so on.".formatted(task.id()));
      } else if (!seen.add(task.id()) && twice.add(task.id())) {
        errors.add("Task id %s is used more than once; ids are unique.".formatted(task.id()));
      }
    }
    return errors;
  }

  static List<String> file(PlanTask task, PlanFacts facts) {
    return task.files().stream().flatMap(file -> file(task.id(), file, facts)).toList();
  }

  private static Stream<String> file(String id, PlanFile file, PlanFacts facts) {
    Optional<String> inside = PlanPaths.inside(file.path());
    if (inside.isEmpty() || !inside.get().equals(file.path())) {
      return Stream.of(
          "%s: \"%s\" is no path inside the workspace; write it relative to the root, with /."
              .formatted(id, file.path()));
    }
    if (!PlanWords.FILE_ACTIONS.contains(file.action())) {
      return Stream.of(
          "%s: action \"%s\" of %s is none of %s."
              .formatted(
                  id, file.action(), file.path(), String.join(", ", PlanWords.FILE_ACTIONS)));
    }
    boolean there = facts.exists(file.path());
    if (file.action().equals(PlanWords.CREATE)) {
      return there
          ? Stream.of(
              "%s creates %s, which already exists; modify it, or choose another path."
                  .formatted(id, file.path()))
          : Stream.of();
    }
    if (!there) {
      return Stream.of(
          "%s %s %s, which does not exist in the workspace; correct the path, or create the file in one task."
              .formatted(
                  id,
                  file.action().equals(PlanWords.DELETE) ? "deletes" : "modifies",
                  file.path()));
    }
    return lineInRange(id, file, facts.lineCount(file.path()));
  }

  private static Stream<String> lineInRange(String id, PlanFile file, int lines) {
    return file.line() >= 0 && file.line() <= lines
        ? Stream.of()
        : Stream.of(
            "%s: line %d of %s is out of range; the file has %d line%s (0 stands for the whole file)."
                .formatted(id, file.line(), file.path(), lines, lines == 1 ? "" : "s"));
  }

  static List<String> terms(Plan plan, PlanTerms terms, PlanFacts facts) {
    List<String> errors = new ArrayList<>(scope(plan, PlanScope.of(terms.scope(), facts)));
    if (plan.degraded()) {
      // Rules cannot know whether a task keeps what a person wrote; whoever confirms is told so.
      return errors;
    }
    Set<String> ids = plan.tasks().stream().map(PlanTask::id).collect(Collectors.toSet());
    for (int number = 1; number <= terms.constraints().size(); number++) {
      errors.addAll(constraint(number, terms.constraints().get(number - 1), plan, ids));
    }
    return errors;
  }

  private static List<String> scope(Plan plan, PlanScope scope) {
    List<String> errors = new ArrayList<>();
    for (PlanTask task : plan.tasks()) {
      task.files().stream()
          .flatMap(
              file ->
                  scope
                      .objection(file.path())
                      .map(why -> "%s touches %s, %s.".formatted(task.id(), file.path(), why))
                      .stream())
          .forEach(errors::add);
    }
    return errors;
  }

  private static List<String> constraint(int number, String text, Plan plan, Set<String> ids) {
    List<String> tasks = plan.constrained(number);
    if (tasks.isEmpty()) {
      return List.of(
          "Constraint %d of the person (\"%s\") is kept by no task; make it visible in a task, and name the task in constraints."
              .formatted(number, PlanWords.oneLine(text)));
    }
    return tasks.stream()
        .filter(id -> !ids.contains(id))
        .map(
            id ->
                "constraints: constraint %d names \"%s\", which is no task of the plan."
                    .formatted(number, id))
        .toList();
  }
}
