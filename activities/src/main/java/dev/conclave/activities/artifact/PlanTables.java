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
   * @param mitigation what the plan does about it, else what the human answered to it; empty when
   *     neither says anything
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

  /**
   * The risks of the tasks, then what was said against the solution as a whole.
   *
   * @param answers by the concern that the human gave them to
   */
  static List<RiskRow> risks(
      Plan plan, Optional<Solution> solution, Map<String, Clarification> answers) {
    Map<String, RiskRow> rows = new LinkedHashMap<>();
    for (PlanTask task : plan.tasks()) {
      for (String text : task.risks()) {
        String[] parts = text.split(Pattern.quote(PlanTask.MITIGATION), 2);
        String mitigation = parts.length == 1 ? answer(answers, text) : parts[1];
        RiskRow row = new RiskRow(parts[0], mitigation, new ArrayList<>());
        add(rows.computeIfAbsent(text, risk -> row).tasks(), task.id());
      }
    }
    solution.map(Solution::technicalConcerns).orElse(List.of()).stream()
        .filter(
            concern -> List.copyOf(rows.keySet()).stream().noneMatch(r -> r.startsWith(concern)))
        .forEach(text -> rows.put(text, new RiskRow(text, answer(answers, text), List.of())));
    return List.copyOf(rows.values());
  }

  private static String answer(Map<String, Clarification> answers, String concern) {
    Clarification said = answers.get(concern);
    return said == null ? "" : said.by() + ": " + said.answer();
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
