package dev.conclave.workflows.plan;

import dev.conclave.workflows.api.DocumentRef;
import dev.conclave.workflows.api.Plan;
import dev.conclave.workflows.api.PlanTask;
import dev.conclave.workflows.api.PlanTerms;
import dev.conclave.workflows.temporal.Cut;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The plan that awaits confirmation.
 *
 * @param plan in full
 * @param document the same as JSON
 * @param errors what its checks say; empty when it passes
 * @param author the agent that wrote it, or {@code rules} for a degraded one
 * @param repairs how often it was sent back
 * @param tree the tree it was checked against
 * @param terms what the human set for it
 * @param passedOver why each planner that was asked before its author gave no plan that passes
 * @param changes what the human's wish changed of the plan before; empty when there was none
 * @param unsettled what the discussion had left open when its solution was approved
 * @param drafted when it came; empty for one that was drafted before this was kept
 * @param warnings what its checks would have otherwise; it passes all the same
 */
public record PlanDraft(
    Plan plan,
    DocumentRef document,
    List<String> errors,
    String author,
    int repairs,
    String tree,
    PlanTerms terms,
    List<String> passedOver,
    List<String> changes,
    List<String> unsettled,
    Optional<Instant> drafted,
    List<String> warnings) {
  private static final int TITLE = 100;

  public PlanDraft {
    // A plan that was drafted before terms were kept has none.
    terms = terms == null ? PlanTerms.NONE : terms;
    unsettled = unsettled == null ? List.of() : unsettled;
    warnings = warnings == null ? List.of() : warnings;
  }

  /** The same, with why the planners before its author gave no plan. */
  PlanDraft passing(List<String> reasons) {
    return with(reasons, changes);
  }

  /** The same, compared with the plan that it takes the place of. */
  public PlanDraft after(PlanDraft before) {
    return with(passedOver, changes(before.plan(), plan));
  }

  /** The same, which stays because no planner made the change that was asked for. */
  public PlanDraft unchanged(List<String> reasons) {
    return with(
        reasons, List.of("what you asked to change was not made: this plan stays as it was"));
  }

  private PlanDraft with(List<String> newPassedOver, List<String> newChanges) {
    return new PlanDraft(
        plan,
        document,
        errors,
        author,
        repairs,
        tree,
        terms,
        List.copyOf(newPassedOver),
        newChanges,
        unsettled,
        drafted,
        warnings);
  }

  /** The changes by task, one sentence each; a plan has few tasks. */
  private static List<String> changes(Plan before, Plan after) {
    if (before.equals(after)) {
      return List.of("the revised plan is the same as before");
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
