package dev.conclave.activities.planning.check;

import dev.conclave.workflows.planning.Plan.Complexity;
import dev.conclave.workflows.planning.PlanTask;
import java.util.ArrayList;
import java.util.List;

/** The rules of one task by itself: its words, steps and criteria. */
public final class TaskChecks {
  static final int LEAST_STEPS = 2;
  public static final int MOST_STEPS = 7;
  public static final int MOST_CRITERIA = 4;

  private TaskChecks() {}

  static List<String> check(PlanTask task, Complexity complexity) {
    List<String> errors = new ArrayList<>();
    said(task, "title", task.title(), errors);
    said(task, "description", task.description(), errors);
    said(task, "verification", task.verification(), errors);
    if (!PlanWords.TASK_ACTIONS.contains(task.action())) {
      errors.add(
          "%s: action \"%s\" is none of %s."
              .formatted(task.id(), task.action(), String.join(", ", PlanWords.TASK_ACTIONS)));
    }
    int steps = task.implementation().size();
    if (steps < LEAST_STEPS || steps > MOST_STEPS) {
      errors.add(
          "%s has %d implementation step%s; give %d to %d."
              .formatted(task.id(), steps, steps == 1 ? "" : "s", LEAST_STEPS, MOST_STEPS));
    }
    if (task.implementation().stream().anyMatch(String::isBlank)) {
      errors.add("%s has an empty implementation step.".formatted(task.id()));
    }
    if (complexity == Complexity.HIGH && task.risks().isEmpty()) {
      errors.add("%s names no risks, which a complexity of High needs.".formatted(task.id()));
    }
    errors.addAll(criteria(task));
    return errors;
  }

  private static List<String> criteria(PlanTask task) {
    List<String> errors = new ArrayList<>();
    int count = task.acceptance().size();
    if (count == 0) {
      errors.add(
          "%s has no acceptance criteria; give 1 to %d that a test can decide."
              .formatted(task.id(), MOST_CRITERIA));
    } else if (count > MOST_CRITERIA) {
      errors.add(
          "%s has %d acceptance criteria; give 1 to %d."
              .formatted(task.id(), count, MOST_CRITERIA));
    }
    for (String criterion : task.acceptance()) {
      if (criterion.isBlank()) {
        errors.add("%s has an empty acceptance criterion.".formatted(task.id()));
      }
      EmptyPhrases.in(criterion)
          .ifPresent(
              phrase ->
                  errors.add(
                      "%s: acceptance criterion \"%s\" cannot be tested: instead of \"%s\", say what is observed, with numbers."
                          .formatted(task.id(), criterion.strip(), phrase)));
    }
    return errors;
  }

  private static void said(PlanTask task, String field, String text, List<String> errors) {
    if (text.isBlank()) {
      errors.add("%s has no %s.".formatted(task.id(), field));
    }
  }
}
