package dev.conclave.activities.planning;

import dev.conclave.workflows.api.Plan;
import dev.conclave.workflows.api.PlanTask;
import dev.conclave.workflows.api.PlanTerms;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Whether a plan keeps to what the person set for it: the scope, and every constraint in a task.
 */
final class TermsChecks {
  private TermsChecks() {}

  static List<String> check(Plan plan, PlanTerms terms, PlanFacts facts) {
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
              .formatted(number, OneLine.of(text)));
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
