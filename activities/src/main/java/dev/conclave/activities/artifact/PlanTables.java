package dev.conclave.activities.artifact;

import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.plan.PlanDraft;
import dev.conclave.workflows.planning.Plan;
import dev.conclave.workflows.planning.PlanFile;
import dev.conclave.workflows.planning.PlanTask;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The tables of a plan for people: its files and its risks, each once. */
final class PlanTables {
  private PlanTables() {}

  /**
   * A file with everything the plan does to it.
   *
   * @param tasks ids of the tasks that touch it
   */
  public record FileRow(String path, String action, List<String> tasks, List<String> changes) {}

  /** A constraint of the human and the tasks that keep it. */
  public record ConstraintRow(String constraint, List<String> tasks) {}

  static List<ConstraintRow> constraints(PlanDraft draft) {
    List<ConstraintRow> rows = new ArrayList<>();
    for (String constraint : draft.terms().constraints()) {
      rows.add(new ConstraintRow(constraint, draft.plan().constrained(rows.size() + 1)));
    }
    return List.copyOf(rows);
  }

  /** A risk and the tasks that run it. */
  public record RiskRow(String risk, List<String> tasks) {}

  static List<FileRow> files(Plan plan) {
    Map<String, FileRow> rows = new LinkedHashMap<>();
    for (PlanTask task : plan.tasks()) {
      for (PlanFile file : task.files()) {
        FileRow row =
            rows.computeIfAbsent(
                file.action() + " " + file.path(),
                key ->
                    new FileRow(file.path(), file.action(), new ArrayList<>(), new ArrayList<>()));
        add(row.tasks(), task.id());
        add(row.changes(), file.change());
      }
    }
    return List.copyOf(rows.values());
  }

  /** The risks of the tasks, then what was said against the solution as a whole. */
  static List<RiskRow> risks(Plan plan, Optional<Solution> solution) {
    Map<String, RiskRow> rows = new LinkedHashMap<>();
    for (PlanTask task : plan.tasks()) {
      for (String risk : task.risks()) {
        add(rows.computeIfAbsent(risk, r -> new RiskRow(r, new ArrayList<>())).tasks(), task.id());
      }
    }
    solution.stream()
        .flatMap(chosen -> chosen.technicalConcerns().stream())
        .forEach(concern -> rows.putIfAbsent(concern, new RiskRow(concern, List.of())));
    return List.copyOf(rows.values());
  }

  private static void add(List<String> list, String item) {
    if (!item.isBlank() && !list.contains(item)) {
      list.add(item);
    }
  }
}
