package dev.conclave.workflows.api;

import dev.conclave.workflows.api.PlanTask.PlanFile;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The tasks of a plan and their dependencies; unknown ids and self-references are ignored. */
public final class TaskGraph {
  private final Map<String, PlanTask> tasks = new LinkedHashMap<>();

  public TaskGraph(List<PlanTask> all) {
    all.forEach(task -> tasks.putIfAbsent(task.id(), task));
  }

  private List<PlanTask> needs(PlanTask task) {
    return task.dependsOn().stream()
        .distinct()
        .filter(id -> !id.equals(task.id()))
        .flatMap(id -> Stream.ofNullable(tasks.get(id)))
        .toList();
  }

  private Set<PlanTask> before(PlanTask task) {
    Set<PlanTask> seen = new LinkedHashSet<>();
    List<PlanTask> open = new ArrayList<>(needs(task));
    while (!open.isEmpty()) {
      PlanTask next = open.remove(open.size() - 1);
      if (seen.add(next)) {
        open.addAll(needs(next));
      }
    }
    return seen;
  }

  /** Returns what the last earlier task that creates or deletes the file does to it. */
  public Optional<String> earlier(PlanTask task, PlanFile file) {
    return before(task).stream()
        .filter(one -> !one.equals(task))
        .sorted(Comparator.comparing(PlanTask::executionGroup))
        .flatMap(one -> one.files().stream())
        .filter(one -> one.path().equals(file.path()) && !one.action().equals(PlanFile.MODIFY))
        .map(PlanFile::action)
        .reduce((first, last) -> last);
  }

  /**
   * Returns the keys in topological order, otherwise in their given order; a cycle begins at its
   * first key.
   */
  public static List<String> inOrder(Map<String, ? extends Collection<String>> needs) {
    List<String> ordered = new ArrayList<>();
    List<String> left = new ArrayList<>(needs.keySet());
    while (!left.isEmpty()) {
      String next =
          left.stream()
              .filter(
                  id ->
                      Objects.requireNonNull(needs.get(id)).stream()
                          .noneMatch(need -> !need.equals(id) && left.contains(need)))
              .findFirst()
              .orElse(left.get(0));
      ordered.add(next);
      left.remove(next);
    }
    return ordered;
  }

  /** Returns the errors of dependencies and groups, as sentences. */
  public static List<String> orderErrors(List<PlanTask> tasks) {
    TaskGraph graph = new TaskGraph(tasks);
    List<String> errors = new ArrayList<>();
    for (PlanTask task : tasks) {
      for (String id : task.dependsOn()) {
        if (!graph.tasks.containsKey(id)) {
          errors.add(
              "%s depends on \"%s\", which is not a task of the plan.".formatted(task.id(), id));
        }
      }
    }
    List<String> circular =
        graph.tasks.values().stream()
            .filter(
                task -> task.dependsOn().contains(task.id()) || graph.before(task).contains(task))
            .map(PlanTask::id)
            .toList();
    if (!circular.isEmpty()) {
      errors.add(
          "depends_on has a cycle through %s; remove one of these dependencies."
              .formatted(String.join(", ", circular)));
      return errors;
    }
    graph.checkGroups(errors);
    return errors;
  }

  private void checkGroups(List<String> errors) {
    List<PlanTask> all = List.copyOf(tasks.values());
    for (PlanTask task : all) {
      int group = task.executionGroup();
      if (group < 1) {
        errors.add("%s has execution_group %d; groups count from 1.".formatted(task.id(), group));
      }
      for (PlanTask need : needs(task)) {
        if (need.executionGroup() >= group) {
          errors.add(
              "%s is in execution_group %d but depends on %s in group %d; it needs a later group."
                  .formatted(task.id(), group, need.id(), need.executionGroup()));
        }
      }
      for (PlanTask other : all.subList(all.indexOf(task) + 1, all.size())) {
        if (before(task).contains(other) || before(other).contains(task)) {
          continue;
        }
        created(task).stream()
            .filter(created(other)::contains)
            .forEach(
                path ->
                    errors.add(
                        "%s and %s both create %s; let one create it, and the other depend on that one and modify it."
                            .formatted(task.id(), other.id(), path)));
        List<String> shared = shared(task, other);
        if (other.executionGroup() == group && !shared.isEmpty()) {
          errors.add(
              "%s and %s are both in execution_group %d and touch %s; put them in different groups, or let one depend on the other."
                  .formatted(task.id(), other.id(), group, String.join(", ", shared)));
        }
      }
    }
  }

  private static Set<String> created(PlanTask task) {
    return task.files().stream()
        .filter(file -> file.action().equals(PlanFile.CREATE))
        .map(PlanFile::path)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static List<String> shared(PlanTask one, PlanTask other) {
    return one.files().stream()
        .map(PlanFile::path)
        .filter(
            path ->
                other.files().stream()
                    .map(PlanFile::path)
                    .anyMatch(
                        touched ->
                            touched.equals(path)
                                || touched.startsWith(path + "/")
                                || path.startsWith(touched + "/")))
        .distinct()
        .toList();
  }

  /**
   * Gives every task the earliest group after its dependencies in which no other task touches its
   * files. Groups count from 1; tasks in a cycle come last, for the checks to report.
   */
  public static List<PlanTask> assign(List<PlanTask> tasks) {
    TaskGraph graph = new TaskGraph(tasks);
    Map<String, List<String>> needs = new LinkedHashMap<>();
    graph.tasks.forEach((id, task) -> needs.put(id, task.dependsOn()));
    Map<String, Integer> groups = new HashMap<>();
    for (String id : inOrder(needs)) {
      PlanTask task = Objects.requireNonNull(graph.tasks.get(id));
      int group = 1;
      for (PlanTask need : graph.needs(task)) {
        group = Math.max(group, 1 + groups.getOrDefault(need.id(), 0));
      }
      while (graph.isTaken(group, task, groups)) {
        group++;
      }
      groups.put(id, group);
    }
    return tasks.stream()
        .map(task -> task.withExecutionGroup(groups.getOrDefault(task.id(), 1)))
        .toList();
  }

  private boolean isTaken(int group, PlanTask task, Map<String, Integer> groups) {
    return tasks.values().stream()
        .anyMatch(
            other -> groups.getOrDefault(other.id(), 0) == group && !shared(task, other).isEmpty());
  }
}
