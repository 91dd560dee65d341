package dev.conclave.activities.artifact;

import dev.conclave.workflows.discussion.Concern;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.gate.Clarification;
import dev.conclave.workflows.plan.Clarifications;
import dev.conclave.workflows.plan.PlanDraft;
import dev.conclave.workflows.plan.PlanState;
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

  /**
   * A risk and the tasks that run it.
   *
   * @param answers what the human said of it; none when it was not put to the human, or not
   *     answered
   */
  public record RiskRow(String risk, List<String> tasks, List<Clarification> answers) {}

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

  /**
   * The risks of the tasks, then what was said against the solution as a whole.
   *
   * @param answers by the concern that the human gave them to
   */
  static List<RiskRow> risks(
      Plan plan, Optional<Solution> solution, Map<String, Clarification> answers) {
    Map<String, List<String>> risks = new LinkedHashMap<>();
    for (PlanTask task : plan.tasks()) {
      for (String risk : task.risks()) {
        add(risks.computeIfAbsent(risk, r -> new ArrayList<>()), task.id());
      }
    }
    solution.stream()
        .flatMap(chosen -> chosen.technicalConcerns().stream())
        .forEach(concern -> risks.putIfAbsent(concern, List.of()));
    return risks.entrySet().stream()
        .map(
            risk ->
                new RiskRow(
                    risk.getKey(),
                    risk.getValue(),
                    Optional.ofNullable(answers.get(risk.getKey())).stream().toList()))
        .toList();
  }

  /** What the human said of the concerns that were put to one. */
  static Map<String, Clarification> answers(PlanState state) {
    Map<String, Clarification> answers = new LinkedHashMap<>();
    for (Concern concern : state.last().map(Synthesis::concerns).orElse(List.of())) {
      Clarifications.to(concern.question(), state.decisions())
          .ifPresent(said -> answers.put(concern.text(), said));
    }
    return answers;
  }

  private static void add(List<String> list, String item) {
    if (!item.isBlank() && !list.contains(item)) {
      list.add(item);
    }
  }
}
