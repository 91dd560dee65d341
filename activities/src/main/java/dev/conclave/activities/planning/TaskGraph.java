package dev.conclave.activities.planning;

import dev.conclave.workflows.api.PlanTask;
import dev.conclave.workflows.api.PlanTask.PlanFile;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The tasks of a plan and what each of them waits for; unknown and own ids are left out. */
public final class TaskGraph {
  private final Map<String, PlanTask> tasks = new LinkedHashMap<>();

  TaskGraph(List<PlanTask> all) {
    all.forEach(task -> tasks.putIfAbsent(task.id(), task));
  }

  Collection<PlanTask> tasks() {
    return tasks.values();
  }

  /** The tasks that {@code task} names and that are there. */
  List<PlanTask> needs(PlanTask task) {
    return task.dependsOn().stream()
        .filter(id -> tasks.containsKey(id) && !id.equals(task.id()))
        .distinct()
        .map(tasks::get)
        .toList();
  }

  /** Everything that has to be done before {@code task}, by id. */
  Set<String> before(PlanTask task) {
    Set<String> seen = new LinkedHashSet<>();
    List<PlanTask> open = new ArrayList<>(needs(task));
    while (!open.isEmpty()) {
      PlanTask next = open.remove(open.size() - 1);
      if (seen.add(next.id())) {
        open.addAll(needs(next));
      }
    }
    return seen;
  }

  /** Whether neither task waits for the other. */
  boolean independent(PlanTask one, PlanTask other) {
    return !before(one).contains(other.id()) && !before(other).contains(one.id());
  }

  /** Ids of tasks that wait, in the end, for themselves. */
  List<String> circular() {
    return tasks.values().stream()
        .filter(task -> task.dependsOn().contains(task.id()) || before(task).contains(task.id()))
        .map(PlanTask::id)
        .toList();
  }

  /** Every task after what it needs, otherwise as written; a cycle is entered at its first task. */
  public List<PlanTask> inOrder() {
    Map<String, List<String>> needs = new LinkedHashMap<>();
    tasks.forEach((id, task) -> needs.put(id, needs(task).stream().map(PlanTask::id).toList()));
    return inOrder(needs).stream().map(tasks::get).toList();
  }

  /** The keys, each after those it needs, otherwise as they come. */
  public static List<String> inOrder(Map<String, List<String>> needs) {
    Set<String> ordered = new LinkedHashSet<>();
    List<String> left = new ArrayList<>(needs.keySet());
    while (!left.isEmpty()) {
      String next =
          left.stream()
              .filter(
                  id ->
                      needs.getOrDefault(id, List.of()).stream()
                          .allMatch(need -> ordered.contains(need) || !needs.containsKey(need)))
              .findFirst()
              .orElse(left.get(0));
      ordered.add(next);
      left.remove(next);
    }
    return List.copyOf(ordered);
  }

  /** The paths on which the tasks would disturb each other. */
  static List<String> shared(PlanTask one, PlanTask other) {
    return one.files().stream()
        .map(PlanFile::path)
        .filter(path -> other.files().stream().anyMatch(f -> PlanPaths.overlap(path, f.path())))
        .distinct()
        .toList();
  }

  static List<String> orderErrors(List<PlanTask> tasks) {
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

  /**
   * Gives every task the earliest group that comes after those of the tasks it needs and holds no
   * other task that touches its files. Groups count from 1 without gaps. Tasks that wait for
   * themselves are put after the others, for the checks to name.
   */
  static List<PlanTask> assign(List<PlanTask> tasks) {
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
