package dev.conclave.activities.artifact;

import dev.conclave.workflows.api.Plan;
import dev.conclave.workflows.api.PlanFile;
import dev.conclave.workflows.api.PlanTask;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.plan.PlanDraft;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** The tables of a plan for people: its files and its risks, each once. */
final class PlanTables {
  private PlanTables() {}

  /**
   * A file that the plan touches.
   *
   * @param lines where its changes begin, as far as the plan names lines
   * @param tasks ids of the tasks that touch it
   */
  public record FileRow(String path, String action, List<String> lines, List<String> tasks) {}

  /** A constraint of the human and the tasks that keep it. */
  public record ConstraintRow(String constraint, List<String> tasks) {}

  static List<ConstraintRow> constraints(PlanDraft draft) {
    List<ConstraintRow> rows = new ArrayList<>();
    for (String constraint : draft.terms().constraints()) {
      rows.add(new ConstraintRow(constraint, draft.plan().constrained(rows.size() + 1)));
    }
    return List.copyOf(rows);
  }

  /**
   * A risk and the tasks that run it.
   *
   * @param mitigation what the plan does about it; empty when it says nothing
   */
  public record RiskRow(String risk, String mitigation, List<String> tasks) {}

  static List<FileRow> files(Plan plan) {
    Map<String, FileRow> rows = new LinkedHashMap<>();
    for (PlanTask task : plan.tasks()) {
      for (PlanFile file : task.files()) {
        FileRow row =
            rows.computeIfAbsent(
                file.action() + " " + file.path(),
                key ->
                    new FileRow(file.path(), file.action(), new ArrayList<>(), new ArrayList<>()));
        add(row.lines(), file.line() > 0 ? Integer.toString(file.line()) : "");
        add(row.tasks(), task.id());
      }
    }
    return List.copyOf(rows.values());
  }

  /** The risks of the tasks, then what was said against the solution as a whole. */
  static List<RiskRow> risks(Plan plan, Optional<Solution> solution) {
    Map<String, RiskRow> rows = new LinkedHashMap<>();
    for (PlanTask task : plan.tasks()) {
      for (String text : task.risks()) {
        String[] parts = text.split(Pattern.quote(PlanTask.MITIGATION), 2);
        String mitigation = parts.length == 1 ? "" : parts[1];
        RiskRow row = new RiskRow(parts[0], mitigation, new ArrayList<>());
        add(rows.computeIfAbsent(text, risk -> row).tasks(), task.id());
      }
    }
    solution.map(Solution::technicalConcerns).orElse(List.of()).stream()
        .filter(
            concern -> List.copyOf(rows.keySet()).stream().noneMatch(r -> r.startsWith(concern)))
        .forEach(text -> rows.put(text, new RiskRow(text, "", List.of())));
    return List.copyOf(rows.values());
  }

  private static void add(List<String> list, String item) {
    if (!item.isBlank() && !list.contains(item)) {
      list.add(item);
    }
  }
}
