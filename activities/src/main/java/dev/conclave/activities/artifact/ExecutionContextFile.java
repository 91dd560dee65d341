package dev.conclave.activities.artifact;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.workflows.gate.CodeReview;
import dev.conclave.workflows.gate.Decision;
import dev.conclave.workflows.gate.ExecutionMethod;
import dev.conclave.workflows.gate.GateAnswer;
import dev.conclave.workflows.plan.PlanState;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** {@code execution-context.json}: the hand-off to whoever carries the plan out. */
final class ExecutionContextFile {
  private ExecutionContextFile() {}

  /**
   * Renders the hand-off.
   *
   * @param folder the session's, absolute
   * @param plan as in {@code plan.json}
   * @param context as in {@code context-package.json}, when that file is kept
   * @param rounds numbers of the rounds whose files are there
   */
  static ObjectNode render(
      PlanState state,
      Path folder,
      ObjectNode plan,
      Optional<ObjectNode> context,
      List<Integer> rounds) {
    Optional<GateAnswer> approval = new Choices(state.decisions()).approval().map(Decision::answer);
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.set("planObject", plan);
    json.set("explorationsContext", context.orElse(null));
    json.putArray("explorationAngles");
    json.putNull("explorationManifest");
    json.set(
        "clarificationContext",
        state.decisions().isEmpty() ? null : DecisionFiles.list(state.decisions()));
    json.put(
        "executionMethod",
        DecisionFiles.executor(
            approval.flatMap(GateAnswer::executionMethod).orElse(ExecutionMethod.AGENT)));
    json.put(
        "codeReviewTool",
        DecisionFiles.reviewer(approval.flatMap(GateAnswer::codeReview).orElse(CodeReview.SKIP)));
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
}
