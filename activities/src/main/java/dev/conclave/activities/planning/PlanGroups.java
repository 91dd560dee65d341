package dev.conclave.activities.planning;

import dev.conclave.workflows.api.PlanTask;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Execution groups: tasks of one group run side by side, groups one after the other; see
 * docs/plan.md, section 3.
 */
public final class PlanGroups {
  private PlanGroups() {}

  /**
   * Gives every task the earliest group that comes after those of the tasks it needs and holds no
   * other task that touches its files. Groups count from 1 without gaps. Tasks that wait for
   * themselves are put after the others, for the checks to name.
   */
  public static List<PlanTask> assign(List<PlanTask> tasks) {
    TaskGraph graph = new TaskGraph(tasks);
    Map<String, Integer> groups = new HashMap<>();
    List<PlanTask> placed = new ArrayList<>();
    for (PlanTask task : graph.inOrder()) {
      int earliest =
          1
              + graph.needs(task).stream()
                  .mapToInt(need -> groups.getOrDefault(need.id(), 0))
                  .max()
                  .orElse(0);
      groups.put(task.id(), firstFree(task, earliest, placed, groups));
      placed.add(task);
    }
    return tasks.stream().map(task -> inGroup(task, groups.getOrDefault(task.id(), 1))).toList();
  }

  private static int firstFree(
      PlanTask task, int earliest, List<PlanTask> placed, Map<String, Integer> groups) {
    int group = earliest;
    while (taken(task, group, placed, groups)) {
      group++;
    }
    return group;
  }

  private static boolean taken(
      PlanTask task, int group, List<PlanTask> placed, Map<String, Integer> groups) {
    return placed.stream()
        .anyMatch(
            other ->
                groups.getOrDefault(other.id(), 0) == group
                    && !TaskGraph.shared(task, other).isEmpty());
  }

  private static PlanTask inGroup(PlanTask task, int group) {
    return new PlanTask(
        task.id(),
        task.title(),
        task.scope(),
        task.action(),
        task.description(),
        task.files(),
        task.implementation(),
        task.acceptance(),
        task.dependsOn(),
        group,
        task.verification(),
        task.risks(),
        task.rationale());
  }
}
