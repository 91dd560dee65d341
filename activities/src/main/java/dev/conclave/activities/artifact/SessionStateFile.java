package dev.conclave.activities.artifact;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.workflows.api.GatheredContext;
import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.plan.PlanState;
import dev.conclave.workflows.plan.RoundRecord;
import dev.conclave.workflows.temporal.Words;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * {@code session-state.json}: where a session stands, for programs that list sessions; below {@code
 * _carried} the whole state, from which the session can be resumed when the server has forgotten
 * it.
 */
final class SessionStateFile {
  private SessionStateFile() {}

  /**
   * Renders the file.
   *
   * @param notKept paths of files whose documents are gone
   * @param problems files that were left out, and why
   */
  static ObjectNode render(PlanState state, List<String> notKept, List<String> problems) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("session_id", state.session());
    json.put("task_description", state.request().task());
    json.put("status", status(state));
    json.put("phase", Words.of(state.phase()));
    json.put("current_phase", state.phase().number());
    json.put("current_round", state.round());
    json.put("created_at", state.createdAt().toString());
    json.put("updated_at", state.updatedAt().toString());
    json.put("max_rounds", state.request().maxRounds());
    json.put("mode", Words.of(state.request().mode()));
    json.set("fallback", FileWords.texts(state.request().fallback()));
    json.set(
        "tools",
        FileWords.texts(state.analysts().isEmpty() ? state.request().tools() : state.analysts()));
    json.putArray("rounds")
        .addAll(state.rounds().stream().map(one -> round(one, state.analysts())).toList());
    json.putArray("solutions")
        .addAll(
            state.last().map(Synthesis::solutions).orElse(List.of()).stream()
                .map(FileWords::solution)
                .toList());
    json.set("cross_verification", FileWords.crossVerification(PlanFiles.verified(state)));
    json.put("moderator", state.request().moderator().orElse(null));
    json.set("user_decisions", FileWords.decisions(state.decisions()));
    json.set("context_summary", context(state.context()));
    plan(state, json);
    json.set("notes", FileWords.texts(state.notes()));
    state.ending().ifPresent(ending -> json.put("ending", ending));
    json.set("not_kept", FileWords.texts(notKept));
    json.set("problems", FileWords.texts(problems));
    json.put("revision", state.revision());
    json.set("_carried", FileWords.ordered(state));
    return json;
  }

  private static String status(PlanState state) {
    if (state.phase().closed()) {
      return Words.of(state.phase());
    }
    return state.gates().open().isPresent() ? "awaiting" : "active";
  }

  /** Agents in the order of the tools, whoever answered first; then those that stood in. */
  private static ObjectNode round(RoundRecord round, List<String> tools) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("number", round.number());
    json.set(
        "cli_tools_used",
        FileWords.texts(
            round.runs().stream()
                .filter(AgentRun::answered)
                .map(AgentRun::agent)
                .distinct()
                .sorted(
                    Comparator.comparingInt(
                        agent -> tools.contains(agent) ? tools.indexOf(agent) : tools.size()))
                .toList()));
    json.put("solutions_identified", round.solutions().size());
    json.put("convergence_score", round.convergence().score());
    json.put("new_insights", round.convergence().newInsights());
    json.put("recommendation", FileWords.of(round.convergence().recommendation()));
    return json;
  }

  private static ObjectNode context(Optional<GatheredContext> context) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("files_identified", context.map(GatheredContext::filesIdentified).orElse(0));
    List<String> patterns = context.map(GatheredContext::patternsDetected).orElse(List.of());
    json.put("patterns_detected", patterns.size());
    json.put("ace_queries", context.map(GatheredContext::queries).orElse(0));
    json.put("backend", context.map(GatheredContext::backend).orElse("none"));
    json.set("patterns", FileWords.texts(patterns));
    json.set("notes", FileWords.texts(context.map(GatheredContext::notes).orElse(List.of())));
    return json;
  }

  private static void plan(PlanState state, ObjectNode json) {
    ObjectNode artifacts = json.putObject("artifacts");
    if (state.plan().isPresent()) {
      artifacts.put("impl_plan", SessionPaths.IMPL_PLAN);
      artifacts.put("plan_json", SessionPaths.PLAN);
      json.put("final_plan", SessionPaths.PLAN);
    } else {
      json.putNull("final_plan");
    }
  }
}
