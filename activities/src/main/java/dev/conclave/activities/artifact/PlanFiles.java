package dev.conclave.activities.artifact;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.workflows.api.ContextPackage;
import dev.conclave.workflows.api.Plan;
import dev.conclave.workflows.api.PlanTask;
import dev.conclave.workflows.api.PlanTask.PlanFile;
import dev.conclave.workflows.context.ContextActivities.Assembled;
import dev.conclave.workflows.discussion.CrossVerification;
import dev.conclave.workflows.discussion.Disagreement;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.gate.Answer.Approve;
import dev.conclave.workflows.gate.Answer.CodeReview;
import dev.conclave.workflows.gate.Answer.ExecutionMethod;
import dev.conclave.workflows.gate.Decision;
import dev.conclave.workflows.plan.PlanDraft;
import dev.conclave.workflows.plan.PlanState;
import dev.conclave.workflows.session.Clarifications;
import dev.conclave.workflows.text.Cut;
import dev.conclave.workflows.text.Language;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Renders {@code plan.json}, its tasks, the plan document, the hand-off and the context package.
 */
final class PlanFiles {
  private static final String DONE =
      "All criteria are met, the verification passes, and no file outside the task changed.";

  private static final int TITLE = 120;

  private PlanFiles() {}

  static ObjectNode plan(PlanState state, PlanDraft draft) {
    Plan plan = draft.plan();
    ObjectNode json = FileSpelling.wire(plan).without("degraded");
    return json.setAll(
        new JsonFields()
            .with("complexity", FileSpelling.capitalized(plan.complexity()))
            .each("tasks", plan.tasks(), PlanFiles::task)
            .each("task_ids", plan.tasks(), PlanTask::id)
            .with("task_count", plan.tasks().size())
            .with("constraints", constraints(draft))
            .with("scope", draft.terms().scope())
            .with("task", state.effectiveTask())
            .with("direction", state.directionText())
            .with("_metadata", metadata(state, draft))
            .json());
  }

  static ObjectNode task(PlanTask task) {
    ObjectNode json = FileSpelling.wire(task);
    return json.set(
        "convergence",
        new JsonFields()
            .with("criteria", task.acceptance())
            .with("verification", task.verification())
            .with("definition_of_done", DONE)
            .json());
  }

  /** Renders {@code IMPL_PLAN.md} from the same record as {@code plan.json}. */
  static String document(PlanState state, PlanDraft draft) {
    List<Solution> solution = selected(state).stream().toList();
    String task = state.effectiveTask();
    Map<String, Object> model = new HashMap<>();
    model.put("session", state.session());
    model.put("title", Cut.shorten(task.lines().findFirst().orElse(""), TITLE));
    model.put("task", task);
    model.put("draft", draft);
    model.put("plan", draft.plan());
    model.put("complexity", FileSpelling.capitalized(draft.plan().complexity()));
    model.put("generated", draft.drafted().toString());
    model.put("dataFlow", draft.plan().dataFlow().orElse(""));
    model.put("solution", solution);
    model.put("verified", verified(state));
    model.put("approval", Decision.approval(state.decisions()).stream().toList());
    model.put("constraints", constraints(draft));
    model.put("wishes", Clarifications.wishes(state.decisions()));
    model.put("clarified", Clarifications.of(state.decisions()));
    model.put("files", files(draft.plan()));
    model.put("risks", risks(draft.plan()));
    model.put("concerns", concerns(draft.plan(), solution));
    return MarkdownText.render("impl-plan.md.peb", model, Language.of(state.request().languages()));
  }

  /** A user's constraint and the tasks that keep it. */
  public record ConstraintRow(String constraint, List<String> tasks) {}

  private static List<ConstraintRow> constraints(PlanDraft draft) {
    List<ConstraintRow> rows = new ArrayList<>();
    for (String constraint : draft.terms().constraints()) {
      rows.add(new ConstraintRow(constraint, draft.plan().tasksForConstraint(rows.size() + 1)));
    }
    return rows;
  }

  /** A file that the plan touches, its cited lines and the tasks that touch it. */
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

  /** A risk, its mitigation (empty only in a degraded plan) and its tasks. */
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

  /** Returns the analysts' concerns that no task lists as a risk. */
  private static List<String> concerns(Plan plan, List<Solution> chosen) {
    return chosen.stream()
        .flatMap(one -> one.technicalConcerns().stream())
        .filter(
            concern ->
                plan.tasks().stream()
                    .flatMap(task -> task.risks().stream())
                    .noneMatch(risk -> risk.startsWith(concern)))
        .toList();
  }

  private static JsonFields metadata(PlanState state, PlanDraft draft) {
    Instant drafted = draft.drafted();
    return new JsonFields()
        .with("timestamp", drafted)
        .with("source", "collaborative-discussion")
        .with("plan_type", "collaborative")
        .with("schema_version", "2.0")
        .with("session_id", state.session())
        .with("duration_seconds", Duration.between(state.createdAt(), drafted).toMillis() / 1000.0)
        .with("degraded", draft.plan().degraded() ? true : null)
        .with("author", draft.author())
        .with("repairs", draft.repairs())
        .with("tree", draft.tree())
        .with("check_errors", draft.errors())
        .with("check_warnings", draft.warnings())
        .with("passed_over", draft.passedOver())
        .with("unsettled", draft.unsettled());
  }

  /**
   * Renders the hand-off. {@code folder} is absolute, {@code plan} and {@code context} are the
   * contents of their files, {@code rounds} are the paths of the existing round files.
   */
  static ObjectNode executionContext(
      PlanState state,
      Path folder,
      ObjectNode plan,
      @Nullable ObjectNode context,
      List<String> rounds) {
    Optional<Approve> approval = Decision.approved(state.decisions());
    Function<String, String> at = path -> folder.resolve(path).toString();
    List<String> angles = state.fullContext().map(Assembled::angles).orElse(List.of());
    Path explored = ContextFiles.folder(state.requireWorkspace(), state.session());
    Function<String, String> exploration =
        angle -> explored.resolve(ContextFiles.file(angle)).toString();
    String manifest = angles.isEmpty() ? null : explored.resolve(ContextFiles.MANIFEST).toString();
    return new JsonFields()
        .with("planObject", plan)
        .orNull("explorationsContext", context)
        .with("explorationAngles", angles)
        .orNull(
            "explorationManifest",
            manifest == null
                ? null
                : new JsonFields()
                    .with("session_id", state.session())
                    .with("path", manifest)
                    .with("exploration_count", angles.size())
                    .with("angles_explored", angles))
        .orNull(
            "clarificationContext",
            state.decisions().isEmpty()
                ? null
                : state.decisions().stream().map(FileSpelling::decision).toList())
        .with(
            "executionMethod",
            FileSpelling.capitalized(
                approval.flatMap(Approve::executionMethod).orElse(ExecutionMethod.AGENT)))
        .with(
            "codeReviewTool",
            FileSpelling.reviewer(approval.flatMap(Approve::codeReview).orElse(CodeReview.SKIP)))
        .with("originalUserInput", state.effectiveTask())
        .with("direction", state.directionText())
        .orNull("executorAssignments", null)
        .with(
            "session",
            new JsonFields()
                .with("id", state.session())
                .with("folder", folder.toString())
                .with(
                    "artifacts",
                    new JsonFields()
                        .each("explorations", angles, exploration)
                        .orNull("explorations_manifest", manifest)
                        .with("plan", at.apply(SessionArtifacts.PLAN))
                        .with("plan_json", at.apply(SessionArtifacts.PLAN))
                        .with("impl_plan", at.apply(SessionArtifacts.IMPL_PLAN))
                        .each("synthesis_rounds", rounds, at)
                        .orNull(
                            "context_package",
                            context == null ? null : at.apply(SessionArtifacts.CONTEXT_PACKAGE))
                        .with("session_state", at.apply(SessionArtifacts.SESSION_STATE))))
        .json();
  }

  static ObjectNode contextPackage(ContextPackage context, PlanState state) {
    ObjectNode json = FileSpelling.wire(context).without("map");
    json.withObject("/workspace").put("head", context.workspace().head().orElse(""));
    state
        .directionText()
        .ifPresent(
            direction ->
                json.put("task_description", state.effectiveTask()).put("direction", direction));
    selected(state).ifPresent(solution -> json.setAll(decided(solution, state)));
    return json;
  }

  static Optional<Solution> selected(PlanState state) {
    List<Solution> solutions = state.last().map(Synthesis::solutions).orElse(List.of());
    return state.selected().filter(i -> i >= 0 && i < solutions.size()).map(solutions::get);
  }

  static CrossVerification verified(PlanState state) {
    return CrossVerification.of(state.ledger(), state.request().languages());
  }

  private static ObjectNode decided(Solution solution, PlanState state) {
    CrossVerification verified = verified(state);
    List<Disagreement> resolved =
        verified.disagreements().stream().filter(one -> !one.open()).toList();
    List<String> constraints =
        Decision.approved(state.decisions()).map(Approve::constraints).orElse(List.of());
    return new JsonFields()
        .with(
            "solution",
            FileSpelling.wire(solution)
                .retain("name", "source_cli", "feasibility", "effort", "risk", "summary"))
        .with("implementation_plan", solution.implementationPlan())
        .with("dependencies", solution.dependencies())
        .with("technical_concerns", solution.technicalConcerns())
        .with(
            "consensus",
            new JsonFields()
                .with("agreements", FileSpelling.agreements(verified))
                .with("resolved_conflicts", resolved))
        .with("constraints", constraints)
        .json();
  }
}
