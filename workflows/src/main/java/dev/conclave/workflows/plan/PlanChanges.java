package dev.conclave.workflows.plan;

import dev.conclave.workflows.api.Plan;
import dev.conclave.workflows.api.PlanTask;
import dev.conclave.workflows.temporal.Cut;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What of a plan changed with the human's wish. Pure. */
final class PlanChanges {
  /** What is said of a plan that did not change. */
  static final String NONE = "the revised plan is the same as before";

  private static final int TITLE = 100;

  private PlanChanges() {}

  /** The changes by task, one sentence each; a plan has few tasks. */
  static List<String> between(Plan before, Plan after) {
    if (before.equals(after)) {
      return List.of(NONE);
    }
    Map<String, PlanTask> old = byId(before);
    Map<String, PlanTask> now = byId(after);
    List<String> changes = new ArrayList<>();
    now.forEach(
        (id, task) -> {
          if (!old.containsKey(id)) {
            changes.add("new: " + named(task));
          } else if (!task.equals(old.get(id))) {
            changes.add("changed: " + named(task) + instead(old.get(id), task));
          }
        });
    old.forEach(
        (id, task) -> {
          if (!now.containsKey(id)) {
            changes.add("gone: " + named(task));
          }
        });
    return changes.isEmpty()
        ? List.of("no task changed, only what the plan says about them all")
        : List.copyOf(changes);
  }

  private static Map<String, PlanTask> byId(Plan plan) {
    Map<String, PlanTask> tasks = new LinkedHashMap<>();
    plan.tasks().forEach(task -> tasks.putIfAbsent(task.id(), task));
    return tasks;
  }

  private static String instead(PlanTask before, PlanTask after) {
    return before.title().equals(after.title())
        ? ""
        : " instead of " + Cut.shown(before.title(), TITLE);
  }

  private static String named(PlanTask task) {
    return task.id() + " " + Cut.shown(task.title(), TITLE);
  }
}
