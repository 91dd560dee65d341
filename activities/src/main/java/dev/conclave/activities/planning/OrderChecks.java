package dev.conclave.activities.planning;

import dev.conclave.workflows.api.PlanTask;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The rules between tasks: dependencies that can be met, groups that can run side by side. */
final class OrderChecks {
  private OrderChecks() {}

  static List<String> check(List<PlanTask> tasks) {
    TaskGraph graph = new TaskGraph(tasks);
    List<String> errors = new ArrayList<>(unknown(tasks));
    List<String> circular = graph.circular();
    if (!circular.isEmpty()) {
      errors.add(
          "depends_on goes in a circle through %s; remove one of these dependencies."
              .formatted(String.join(", ", circular)));
      return errors;
    }
    errors.addAll(numbering(graph));
    errors.addAll(overlaps(graph));
    return errors;
  }

  private static List<String> unknown(List<PlanTask> tasks) {
    Set<String> ids = tasks.stream().map(PlanTask::id).collect(Collectors.toSet());
    return tasks.stream()
        .flatMap(
            task ->
                task.dependsOn().stream()
                    .filter(id -> !ids.contains(id))
                    .map(
                        id ->
                            "%s depends on \"%s\", which is no task of the plan."
                                .formatted(task.id(), id)))
        .toList();
  }

  private static List<String> numbering(TaskGraph graph) {
    List<String> errors = new ArrayList<>();
    for (PlanTask task : graph.tasks()) {
      if (task.executionGroup() < 1) {
        errors.add(
            "%s has execution_group %d; groups count from 1."
                .formatted(task.id(), task.executionGroup()));
      }
      for (PlanTask need : graph.needs(task)) {
        if (need.executionGroup() >= task.executionGroup()) {
          errors.add(
              "%s is in execution_group %d but depends on %s in group %d; its group has to be a later one."
                  .formatted(task.id(), task.executionGroup(), need.id(), need.executionGroup()));
        }
      }
    }
    return errors;
  }

  private static List<String> overlaps(TaskGraph graph) {
    List<String> errors = new ArrayList<>();
    List<PlanTask> tasks = List.copyOf(graph.tasks());
    for (int i = 0; i < tasks.size(); i++) {
      for (PlanTask other : tasks.subList(i + 1, tasks.size())) {
        PlanTask task = tasks.get(i);
        List<String> shared = TaskGraph.shared(task, other);
        if (task.executionGroup() == other.executionGroup()
            && graph.independent(task, other)
            && !shared.isEmpty()) {
          errors.add(
              "%s and %s are both in execution_group %d and touch %s; put them in different groups, or let one depend on the other."
                  .formatted(
                      task.id(), other.id(), task.executionGroup(), String.join(", ", shared)));
        }
      }
    }
    return errors;
  }
}
