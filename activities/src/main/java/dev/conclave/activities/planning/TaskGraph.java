package dev.conclave.activities.planning;

import dev.conclave.workflows.api.PlanFile;
import dev.conclave.workflows.api.PlanTask;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

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
}
