package dev.conclave.activities.discussion;

import dev.conclave.workflows.discussion.SolutionTask;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The order in which tasks can run: steps one after another, what can run side by side in one step.
 * Dependencies on unknown tasks are ignored; of a cycle the first task as listed goes first.
 */
final class ExecutionFlow {
  private ExecutionFlow() {}

  /** The steps. */
  static List<List<SolutionTask>> steps(List<SolutionTask> tasks) {
    Set<String> known = tasks.stream().map(SolutionTask::id).collect(Collectors.toSet());
    List<SolutionTask> waiting = new ArrayList<>(tasks);
    Set<String> done = new LinkedHashSet<>();
    List<List<SolutionTask>> steps = new ArrayList<>();
    while (!waiting.isEmpty()) {
      List<SolutionTask> ready = waiting.stream().filter(task -> ready(task, known, done)).toList();
      List<SolutionTask> step = ready.isEmpty() ? List.of(waiting.get(0)) : ready;
      step.forEach(task -> done.add(task.id()));
      waiting.removeAll(step);
      steps.add(step);
    }
    return steps;
  }

  private static boolean ready(SolutionTask task, Set<String> known, Set<String> done) {
    return task.dependsOn().stream()
        .filter(id -> known.contains(id) && !id.equals(task.id()))
        .allMatch(done::contains);
  }

  /** Such as {@code T1 → (T2 | T3) → T4}; empty without tasks. */
  static String of(List<SolutionTask> tasks) {
    return steps(tasks).stream()
        .map(step -> step.stream().map(SolutionTask::id).toList())
        .map(ids -> ids.size() == 1 ? ids.get(0) : "(" + String.join(" | ", ids) + ")")
        .collect(Collectors.joining(" → "));
  }

  /** One milestone per step. */
  static List<String> milestones(List<SolutionTask> tasks) {
    return steps(tasks).stream()
        .map(
            step ->
                step.stream().map(SolutionTask::id).collect(Collectors.joining(", "))
                    + ": "
                    + step.stream().map(SolutionTask::name).collect(Collectors.joining("; ")))
        .toList();
  }
}
