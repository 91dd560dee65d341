package dev.conclave.activities.artifact;

import dev.conclave.workflows.api.Plan;
import dev.conclave.workflows.api.PlanTask;
import dev.conclave.workflows.api.PlanTask.PlanFile;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.gate.Decision;
import dev.conclave.workflows.plan.PlanDraft;
import dev.conclave.workflows.plan.PlanState;
import dev.conclave.workflows.session.Clarifications;
import dev.conclave.workflows.temporal.Cut;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Renders {@code IMPL_PLAN.md} from the same record as {@code plan.json}. Thread-safe. */
final class PlanDocument {
  private static final int TITLE = 120;

  private PlanDocument() {}

  static String render(PlanState state, PlanDraft draft) {
    Optional<Solution> solution = PlanFiles.selected(state);
    String task = state.request().task().strip();
    Map<String, Object> model = new HashMap<>();
    model.put("session", state.session());
    model.put("title", Cut.shown(task.lines().findFirst().orElse(""), TITLE));
    model.put("task", task);
    model.put("draft", draft);
    model.put("plan", draft.plan());
    model.put("complexity", FileWords.capitalized(draft.plan().complexity()));
    model.put("generated", PlanFiles.drafted(state, draft).toString());
    model.put("dataFlow", draft.plan().dataFlow().orElse(""));
    model.put("solution", solution.stream().toList());
    model.put("verified", PlanFiles.verified(state));
    model.put("approval", Decision.approval(state.decisions()).stream().toList());
    model.put("constraints", constraints(draft));
    model.put("wishes", Clarifications.wishes(state.decisions()));
    model.put("clarified", Clarifications.of(state.decisions()));
    model.put("files", files(draft.plan()));
    model.put("risks", risks(draft.plan()));
    model.put("concerns", concerns(draft.plan(), solution));
    return MarkdownText.render("impl-plan.md.peb", model);
  }

  /** A human's constraint and the tasks that keep it. */
  public record ConstraintRow(String constraint, List<String> tasks) {}

  static List<ConstraintRow> constraints(PlanDraft draft) {
    List<ConstraintRow> rows = new ArrayList<>();
    for (String constraint : draft.terms().constraints()) {
      rows.add(new ConstraintRow(constraint, draft.plan().constrained(rows.size() + 1)));
    }
    return rows;
  }

  /** A file that the plan touches, with its named lines and the tasks that touch it. */
  public record FileRow(String path, String action, Set<Integer> lines, Set<String> tasks) {}

  private static List<FileRow> files(Plan plan) {
    Map<String, FileRow> rows = new LinkedHashMap<>();
    for (PlanTask task : plan.tasks()) {
      for (PlanFile file : task.files()) {
        FileRow row =
            rows.computeIfAbsent(
                file.action() + " " + file.path(),
                key -> new FileRow(file.path(), file.action(), new TreeSet<>(), new TreeSet<>()));
        if (file.line() > 0) {
          row.lines().add(file.line());
        }
        row.tasks().add(task.id());
      }
    }
    return List.copyOf(rows.values());
  }

  /** A risk, its mitigation, which only the plan of rules leaves empty, and its tasks. */
  public record RiskRow(String risk, String mitigation, Set<String> tasks) {}

  private static List<RiskRow> risks(Plan plan) {
    Map<String, RiskRow> rows = new LinkedHashMap<>();
    for (PlanTask task : plan.tasks()) {
      for (String text : task.risks()) {
        String[] parts = text.split(Pattern.quote(PlanTask.MITIGATION), 2);
        RiskRow row = new RiskRow(parts[0], parts.length == 1 ? "" : parts[1], new TreeSet<>());
        rows.computeIfAbsent(text, risk -> row).tasks().add(task.id());
      }
    }
    return List.copyOf(rows.values());
  }

  /** What the analysts feared and no task names as its risk. */
  private static List<String> concerns(Plan plan, Optional<Solution> solution) {
    return solution.map(Solution::technicalConcerns).orElse(List.of()).stream()
        .filter(
            concern ->
                plan.tasks().stream()
                    .flatMap(task -> task.risks().stream())
                    .noneMatch(risk -> risk.startsWith(concern)))
        .toList();
  }
}
