package dev.conclave.workflows.plan.phase;

import dev.conclave.workflows.agent.AgentStatus;
import dev.conclave.workflows.agent.AskRequest;
import dev.conclave.workflows.agent.Mode;
import dev.conclave.workflows.agent.Role;
import dev.conclave.workflows.document.DocumentRef;
import dev.conclave.workflows.plan.Clarifications;
import dev.conclave.workflows.plan.RoundRecord;
import dev.conclave.workflows.workspace.Tree;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The questions that a session asks, as requests. Pure: from the session's state alone. */
final class Requested {
  /** Names of a request's documents. */
  static final String CONTEXT = "context";

  static final String ROUND = "round-";
  static final String PREVIOUS_PLAN = "previous-plan";

  private static final Duration ANALYSIS = Duration.ofMinutes(10);
  private static final Duration PLANNING = Duration.ofMinutes(15);

  private Requested() {}

  /**
   * An analyst's question of the running round.
   *
   * @param number of the asking; another one for a round that is begun again
   */
  static AskRequest analysis(
      PlanSession session,
      Tree tree,
      String number,
      String agent,
      int attempt,
      List<DocumentRef> verify) {
    Map<String, DocumentRef> documents = new LinkedHashMap<>();
    session.context.ifPresent(context -> documents.put(CONTEXT, context.context()));
    for (RoundRecord round : session.roundsOfDirection()) {
      documents.put(ROUND + round.number(), session.synthesis(round.number(), round.synthesis()));
    }
    Map<String, String> notes = new LinkedHashMap<>();
    session.directionText.ifPresent(words -> notes.put("direction", words));
    List<String> said = Clarifications.before(session.decisions(), session.feedback.isPresent());
    if (!said.isEmpty()) {
      notes.put("clarifications", String.join("\n", said));
    }
    session.feedback.ifPresent(words -> notes.put("feedback", words));
    return new AskRequest(
        "r" + number + "-" + agent + "-" + attempt,
        session.id(),
        session.round(),
        agent,
        Role.ANALYST,
        Mode.ANALYSIS,
        "analyst-1",
        session.whereabouts().opened(),
        tree.id(),
        session.request().task(),
        documents,
        notes,
        verify,
        List.of(),
        Optional.empty(),
        session.request().languages(),
        session.roster().find(agent).map(AgentStatus::analysisTimeout).orElse(ANALYSIS),
        session.request().contextBytes());
  }

  /**
   * The planner's question.
   *
   * @param draft number of the drafting, which grows with every wish of the human
   */
  static AskRequest plan(
      PlanSession session,
      Tree tree,
      String agent,
      int draft,
      int attempt,
      Map<String, String> notes,
      Optional<DocumentRef> previousPlan) {
    Map<String, DocumentRef> documents = new LinkedHashMap<>();
    session.context.ifPresent(context -> documents.put(CONTEXT, context.context()));
    session.last.ifPresent(
        last ->
            documents.put(ROUND + last.round(), session.synthesis(last.round(), last.document())));
    previousPlan.ifPresent(plan -> documents.put(PREVIOUS_PLAN, plan));
    return new AskRequest(
        "p" + draft + "-" + agent + "-" + attempt,
        session.id(),
        0,
        agent,
        Role.PLANNER,
        Mode.ANALYSIS,
        "planner-1",
        session.whereabouts().opened(),
        tree.id(),
        session.request().task(),
        documents,
        notes,
        List.of(),
        List.of(),
        Optional.empty(),
        session.request().languages(),
        session.roster().find(agent).map(AgentStatus::planningTimeout).orElse(PLANNING),
        session.request().contextBytes());
  }
}
