package dev.conclave.activities.artifact;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.workflows.api.SearchActivities.GatheredContext;
import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.plan.PlanState;
import dev.conclave.workflows.session.RoundRecord;
import dev.conclave.workflows.session.SessionState;
import dev.conclave.workflows.text.WireMapper;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Renders {@code session-state.json}; {@code _carried} holds the complete state, from which a
 * session can be resumed after the server has deleted it.
 */
final class SessionStateFile {
  /** Sorts maps, because equal states must produce equal bytes in every process. */
  private static final JsonMapper ORDERED =
      WireMapper.get().rebuild().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS).build();

  private SessionStateFile() {}

  /** Renders the file; {@code notKept} are paths whose documents are gone. */
  static ObjectNode render(PlanState state, List<String> notKept, List<String> problems) {
    JsonFields artifacts = new JsonFields();
    if (state.plan().isPresent()) {
      artifacts
          .with("impl_plan", SessionArtifacts.IMPL_PLAN)
          .with("plan_json", SessionArtifacts.PLAN);
    }
    return begun(state)
        .with("current_phase", state.phase().number())
        .with("current_round", state.round())
        .with("created_at", state.createdAt())
        .with("updated_at", state.updatedAt())
        .with("max_rounds", state.request().maxRounds())
        .with("mode", state.request().mode())
        .with("fallback", state.request().terms().fallback())
        .with("tools", state.analysts().isEmpty() ? state.request().tools() : state.analysts())
        .each("rounds", state.rounds(), one -> round(one, state.analysts()))
        .with("solutions", state.last().map(Synthesis::solutions).orElse(List.of()))
        .with("cross_verification", FileSpelling.crossVerification(PlanFiles.verified(state)))
        .orNull("moderator", state.request().moderator())
        .each("user_decisions", state.decisions(), FileSpelling::decision)
        .with("context_summary", context(state.context()))
        .with("artifacts", artifacts)
        .orNull("final_plan", state.currentPlan().map(any -> SessionArtifacts.PLAN))
        .with("not_kept", notKept)
        .with("problems", problems)
        .with("_carried", carried(state))
        .json();
  }

  /**
   * Renders the file of a session without rounds, which can resume from it after the server has
   * deleted the session.
   */
  static ObjectNode brief(SessionState<?> state) {
    return begun(state)
        .with("created_at", state.createdAt())
        .with("updated_at", state.updatedAt())
        .with("_carried", carried(state))
        .json();
  }

  private static JsonFields begun(SessionState<?> state) {
    return new JsonFields()
        .with("session_id", state.session())
        .with("task_description", state.request().task())
        .with("status", state.view().status())
        .with("phase", state.phase());
  }

  private static JsonNode carried(SessionState<?> state) {
    return ORDERED.valueToTree(state);
  }

  private static JsonFields round(RoundRecord round, List<String> tools) {
    List<String> answered =
        round.runs().stream().filter(AgentRun::answered).map(AgentRun::agent).toList();
    return new JsonFields()
        .with("number", round.number())
        .with(
            "cli_tools_used",
            Stream.concat(tools.stream().filter(answered::contains), answered.stream())
                .distinct()
                .toList())
        .with("solutions_identified", round.solutions().size())
        .with("convergence_score", round.convergence().score())
        .with("new_insights", round.convergence().newInsights())
        .with("recommendation", FileSpelling.of(round.convergence().recommendation()));
  }

  private static JsonFields context(Optional<GatheredContext> context) {
    return new JsonFields()
        .with("files_identified", context.map(GatheredContext::filesIdentified).orElse(0))
        .with("patterns_detected", context.map(one -> one.patternsDetected().size()).orElse(0))
        .with("ace_queries", context.map(GatheredContext::queries).orElse(0))
        .with("backend", context.map(GatheredContext::backend).orElse("none"));
  }
}
