package dev.conclave.activities.artifact;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.workflows.api.ContextPackage;
import dev.conclave.workflows.api.Plan;
import dev.conclave.workflows.api.PlanTask;
import dev.conclave.workflows.context.ContextActivities.Assembled;
import dev.conclave.workflows.discussion.CrossVerification;
import dev.conclave.workflows.discussion.Disagreement;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.gate.Decision;
import dev.conclave.workflows.gate.GateAnswer;
import dev.conclave.workflows.gate.GateAnswer.CodeReview;
import dev.conclave.workflows.gate.GateAnswer.ExecutionMethod;
import dev.conclave.workflows.plan.PlanDraft;
import dev.conclave.workflows.plan.PlanState;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Renders {@code plan.json}, its tasks, the hand-off and the context package. */
final class PlanFiles {
  private static final String DONE =
      "Every criterion is met, the verification passes, and no file outside the task changed.";

  private PlanFiles() {}

  static ObjectNode plan(PlanState state, PlanDraft draft) {
    Plan plan = draft.plan();
    ObjectNode json = FileWords.wire(plan).without("degraded");
    return json.setAll(
        new JsonFields()
            .with("complexity", FileWords.capitalized(plan.complexity()))
            .each("tasks", plan.tasks(), PlanFiles::task)
            .each("task_ids", plan.tasks(), PlanTask::id)
            .with("task_count", plan.tasks().size())
            .with("constraints", PlanDocument.constraints(draft))
            .with("scope", draft.terms().scope())
            .with("_metadata", metadata(state, draft))
            .json());
  }

  static ObjectNode task(PlanTask task) {
    ObjectNode json = FileWords.wire(task);
    return json.set(
        "convergence",
        new JsonFields()
            .with("criteria", task.acceptance())
            .with("verification", task.verification())
            .with("definition_of_done", DONE)
            .json());
  }

  /** When the plan came, as far as that is known. */
  static Instant drafted(PlanState state, PlanDraft draft) {
    return draft.drafted().orElse(state.updatedAt());
  }

  private static JsonFields metadata(PlanState state, PlanDraft draft) {
    Instant drafted = drafted(state, draft);
    return new JsonFields()
        .with("timestamp", drafted)
        .with("source", "collaborative-discussion")
        .with("plan_type", "collaborative")
        .with("schema_version", "2.0")
        .with("session_id", state.session())
        .with("duration_seconds", Duration.between(state.createdAt(), drafted).toMillis() / 1000.0)
        .with("degraded", Optional.of(true).filter(any -> draft.plan().degraded()))
        .with("author", draft.author())
        .with("repairs", draft.repairs())
        .with("tree", draft.tree())
        .with("check_errors", draft.errors())
        .with("check_warnings", draft.warnings())
        .with("passed_over", draft.passedOver())
        .with("unsettled", draft.unsettled());
  }

  /**
   * Renders the hand-off. {@code folder} is absolute, {@code plan} and {@code context} are as in
   * their files, {@code rounds} are the paths of the rounds' files that exist.
   */
  static ObjectNode executionContext(
      PlanState state,
      Path folder,
      ObjectNode plan,
      Optional<ObjectNode> context,
      List<String> rounds) {
    Optional<GateAnswer> approval = Decision.approval(state.decisions()).map(Decision::answer);
    Function<String, String> at = path -> folder.resolve(path).toString();
    List<String> angles = state.fullContext().map(Assembled::angles).orElse(List.of());
    Path explored = ContextFiles.folder(state.opened(), state.session());
    Function<String, String> exploration =
        angle -> explored.resolve(ContextFiles.file(angle)).toString();
    Optional<Path> manifest =
        Optional.of(explored.resolve(ContextFiles.MANIFEST)).filter(any -> !angles.isEmpty());
    return new JsonFields()
        .with("planObject", plan)
        .orNull("explorationsContext", context)
        .with("explorationAngles", angles)
        .orNull(
            "explorationManifest",
            manifest.map(
                path ->
                    new JsonFields()
                        .with("session_id", state.session())
                        .with("path", path.toString())
                        .with("exploration_count", angles.size())
                        .with("angles_explored", angles)
                        .json()))
        .orNull(
            "clarificationContext",
            Optional.of(state.decisions().stream().map(FileWords::decision).toList())
                .filter(decisions -> !decisions.isEmpty()))
        .with(
            "executionMethod",
            FileWords.capitalized(
                approval.flatMap(GateAnswer::executionMethod).orElse(ExecutionMethod.AGENT)))
        .with(
            "codeReviewTool",
            FileWords.reviewer(approval.flatMap(GateAnswer::codeReview).orElse(CodeReview.SKIP)))
        .with("originalUserInput", state.request().task())
        .orNull("executorAssignments", Optional.empty())
        .with(
            "session",
            new JsonFields()
                .with("id", state.session())
                .with("folder", folder.toString())
                .with(
                    "artifacts",
                    new JsonFields()
                        .each("explorations", angles, exploration)
                        .orNull("explorations_manifest", manifest.map(Path::toString))
                        .with("plan", at.apply(SessionArtifacts.PLAN))
                        .with("plan_json", at.apply(SessionArtifacts.PLAN))
                        .with("impl_plan", at.apply(SessionArtifacts.IMPL_PLAN))
                        .each("synthesis_rounds", rounds, at)
                        .orNull(
                            "context_package",
                            context.map(any -> at.apply(SessionArtifacts.CONTEXT_PACKAGE)))
                        .with("session_state", at.apply(SessionArtifacts.SESSION_STATE))))
        .json();
  }

  static ObjectNode contextPackage(ContextPackage context, PlanState state) {
    ObjectNode json = FileWords.wire(context).without("map");
    json.withObject("/workspace").put("head", context.workspace().head().orElse(""));
    selected(state).ifPresent(solution -> json.setAll(decided(solution, state)));
    return json;
  }

  /** The solution that a human approved; empty before a decision. */
  static Optional<Solution> selected(PlanState state) {
    List<Solution> solutions = state.last().map(Synthesis::solutions).orElse(List.of());
    return state.selected().filter(i -> i >= 0 && i < solutions.size()).map(solutions::get);
  }

  static CrossVerification verified(PlanState state) {
    return CrossVerification.of(
        state.last().map(Synthesis::ledger).orElse(Ledger.EMPTY), state.request().languages());
  }

  private static ObjectNode decided(Solution solution, PlanState state) {
    CrossVerification verified = verified(state);
    List<Disagreement> resolved =
        verified.disagreements().stream().filter(one -> !one.open()).toList();
    List<String> constraints =
        Decision.approval(state.decisions())
            .map(one -> one.answer().constraints())
            .orElse(List.of());
    return new JsonFields()
        .with(
            "solution",
            FileWords.wire(solution)
                .retain("name", "source_cli", "feasibility", "effort", "risk", "summary"))
        .with("implementation_plan", solution.implementationPlan())
        .with("dependencies", solution.dependencies())
        .with("technical_concerns", solution.technicalConcerns())
        .with(
            "consensus",
            new JsonFields()
                .with("agreements", FileWords.agreements(verified))
                .with("resolved_conflicts", resolved))
        .with("constraints", constraints)
        .json();
  }
}
