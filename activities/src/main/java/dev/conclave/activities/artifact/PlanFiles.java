package dev.conclave.activities.artifact;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.workflows.api.ContextPackage;
import dev.conclave.workflows.api.Plan;
import dev.conclave.workflows.api.PlanTask;
import dev.conclave.workflows.discussion.CrossVerification;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.gate.CodeReview;
import dev.conclave.workflows.gate.Decision;
import dev.conclave.workflows.gate.ExecutionMethod;
import dev.conclave.workflows.gate.GateAnswer;
import dev.conclave.workflows.plan.Kept;
import dev.conclave.workflows.plan.PlanDraft;
import dev.conclave.workflows.plan.PlanState;
import dev.conclave.workflows.temporal.WireMapper;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * {@code plan.json} and the files of its tasks, readable by both generations of executors: the one
 * that reads whole tasks from the plan, and the one that reads ids there and a file for each.
 */
final class PlanFiles {
  private static final String SCHEMA_VERSION = "2.0";
  private static final String DONE =
      "Every criterion is met, the verification passes, and no file outside of the task changed.";

  private PlanFiles() {}

  static ObjectNode plan(PlanState state, PlanDraft draft) {
    Plan plan = draft.plan();
    ObjectNode json = FileWords.wire(plan);
    json.remove(List.of("degraded", "data_flow", "design_decisions"));
    json.put("complexity", complexity(plan));
    plan.dataFlow().ifPresent(flow -> json.put("data_flow", flow));
    if (!plan.designDecisions().isEmpty()) {
      json.set("design_decisions", FileWords.texts(plan.designDecisions()));
    }
    json.putArray("tasks").addAll(plan.tasks().stream().map(PlanFiles::task).toList());
    json.set("task_ids", FileWords.texts(plan.tasks().stream().map(PlanTask::id).toList()));
    json.put("task_count", plan.tasks().size());
    json.putArray("constraints")
        .addAll(PlanDocument.constraints(draft).stream().map(PlanFiles::constraint).toList());
    json.set("scope", WireMapper.get().valueToTree(draft.terms().scope()));
    json.set("_metadata", metadata(state, draft));
    return json;
  }

  private static ObjectNode constraint(PlanDocument.ConstraintRow row) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("constraint", row.constraint());
    json.set("tasks", FileWords.texts(row.tasks()));
    return json;
  }

  static ObjectNode task(PlanTask task) {
    ObjectNode json = FileWords.wire(task);
    ObjectNode convergence = json.putObject("convergence");
    convergence.set("criteria", FileWords.texts(task.acceptance()));
    convergence.put("verification", task.verification());
    convergence.put("definition_of_done", DONE);
    return json;
  }

  /** The complexity as files and prompts spell it: with a capital. */
  static String complexity(Plan plan) {
    return switch (plan.complexity()) {
      case LOW -> "Low";
      case MEDIUM -> "Medium";
      case HIGH -> "High";
    };
  }

  /** When the plan came, as far as it is known. */
  static Instant drafted(PlanState state, PlanDraft draft) {
    return draft.drafted().orElse(state.updatedAt());
  }

  private static ObjectNode metadata(PlanState state, PlanDraft draft) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("timestamp", drafted(state, draft).toString());
    json.put("source", "collaborative-discussion");
    json.put("plan_type", "collaborative");
    json.put("schema_version", SCHEMA_VERSION);
    json.put("session_id", state.session());
    json.put(
        "duration_seconds",
        Duration.between(state.createdAt(), drafted(state, draft)).toMillis() / 1000.0);
    if (draft.plan().degraded()) {
      json.put("degraded", true);
    }
    json.put("author", draft.author());
    json.put("repairs", draft.repairs());
    json.put("tree", draft.tree());
    json.set("check_errors", FileWords.texts(draft.errors()));
    json.set("check_warnings", FileWords.texts(draft.warnings()));
    json.set("passed_over", FileWords.texts(draft.passedOver()));
    json.set("unsettled", FileWords.texts(draft.unsettled()));
    return json;
  }

  /**
   * Renders the hand-off.
   *
   * @param folder the session's, absolute
   * @param plan as in {@code plan.json}
   * @param context as in {@code context-package.json}, when that file is kept
   * @param rounds numbers of the rounds whose files are there
   */
  static ObjectNode executionContext(
      PlanState state,
      Path folder,
      ObjectNode plan,
      Optional<ObjectNode> context,
      List<Integer> rounds) {
    Optional<GateAnswer> approval = Decision.approval(state.decisions()).map(Decision::answer);
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.set("planObject", plan);
    json.set("explorationsContext", context.orElse(null));
    json.putArray("explorationAngles");
    json.putNull("explorationManifest");
    json.set(
        "clarificationContext",
        state.decisions().isEmpty() ? null : FileWords.decisions(state.decisions()));
    json.put(
        "executionMethod",
        FileWords.executor(
            approval.flatMap(GateAnswer::executionMethod).orElse(ExecutionMethod.AGENT)));
    json.put(
        "codeReviewTool",
        FileWords.reviewer(approval.flatMap(GateAnswer::codeReview).orElse(CodeReview.SKIP)));
    json.put("originalUserInput", state.request().task());
    json.putNull("executorAssignments");
    ObjectNode session = json.putObject("session");
    session.put("id", state.session());
    session.put("folder", folder.toString());
    session.set("artifacts", artifacts(folder, context.isPresent(), rounds));
    return json;
  }

  private static ObjectNode artifacts(Path folder, boolean context, List<Integer> rounds) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.putArray("explorations");
    json.putNull("explorations_manifest");
    json.put("plan", at(folder, SessionPaths.PLAN));
    json.put("plan_json", at(folder, SessionPaths.PLAN));
    json.put("impl_plan", at(folder, SessionPaths.IMPL_PLAN));
    json.set(
        "synthesis_rounds",
        FileWords.texts(
            rounds.stream().map(round -> at(folder, SessionPaths.synthesis(round))).toList()));
    json.put("context_package", context ? at(folder, SessionPaths.CONTEXT_PACKAGE) : null);
    json.put("session_state", at(folder, SessionPaths.SESSION_STATE));
    return json;
  }

  private static String at(Path folder, String path) {
    return folder.resolve(path).toString();
  }

  static ObjectNode contextPackage(ContextPackage context, PlanState state) {
    ObjectNode json = FileWords.wire(context);
    json.remove("map");
    if (context.workspace().head().isEmpty() && json.path("workspace") instanceof ObjectNode at) {
      at.put("head", "");
    }
    selected(state).ifPresent(solution -> decided(solution, state, json));
    return json;
  }

  /** The solution that a human approved; empty before a decision. */
  static Optional<Solution> selected(PlanState state) {
    List<Solution> solutions = state.last().map(Synthesis::solutions).orElse(List.of());
    return state.selected().filter(i -> i >= 0 && i < solutions.size()).map(solutions::get);
  }

  /** What the ledger has come to. */
  static CrossVerification verified(PlanState state) {
    return CrossVerification.of(
        state.last().map(Synthesis::ledger).orElse(Ledger.EMPTY), state.request().languages());
  }

  private static void decided(Solution solution, PlanState state, ObjectNode json) {
    ObjectNode whole = FileWords.solution(solution);
    json.set(
        "solution",
        whole.deepCopy().retain("name", "source_cli", "feasibility", "effort", "risk", "summary"));
    json.set("implementation_plan", whole.path("implementation_plan"));
    json.set("dependencies", whole.path("dependencies"));
    json.set("technical_concerns", whole.path("technical_concerns"));
    json.set("consensus", consensus(verified(state)));
    json.set("constraints", FileWords.texts(Kept.of(state.decisions()).constraints()));
  }

  private static ObjectNode consensus(CrossVerification verification) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.set("agreements", FileWords.statements(verification.agreements()));
    ArrayNode resolved = json.putArray("resolved_conflicts");
    verification.disagreements().stream()
        .filter(disagreement -> !disagreement.open())
        .forEach(disagreement -> resolved.add(FileWords.wire(disagreement)));
    return json;
  }
}
