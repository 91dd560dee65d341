package dev.conclave.workflows.plan;

import dev.conclave.workflows.api.AgentStatus;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.api.DocumentRef;
import dev.conclave.workflows.api.Mode;
import dev.conclave.workflows.api.Role;
import dev.conclave.workflows.api.Tree;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The questions that a session asks, as requests. Pure: from the session's state alone. */
final class Requested {
  /** Names of a request's documents. */
  static final String CONTEXT = "context";

  static final String LEDGER = "ledger";
  static final String PREVIOUS_PLAN = "previous-plan";

  private static final Duration ANALYSIS = Duration.ofMinutes(10);
  private static final Duration PLANNING = Duration.ofMinutes(15);

  private Requested() {}

  /**
   * An analyst's question of the running round: for an analysis of its own, or, where there is a
   * ledger, for a ballot.
   *
   * @param number of the asking; another one for a round that is begun again
   */
  static AskRequest analysis(
      PlanSession session,
      Tree tree,
      String number,
      String agent,
      int attempt,
      Optional<DocumentRef> ledger) {
    Map<String, DocumentRef> documents = new LinkedHashMap<>();
    session.context.ifPresent(context -> documents.put(CONTEXT, context.context()));
    ledger.ifPresent(document -> documents.put(LEDGER, document));
    Map<String, String> notes = said(session);
    if (ledger.isPresent() && session.lastOfDirection().isEmpty()) {
      // Others have spoken before it in the first round: it brings an analysis beside its ballot.
      notes.put("serial", "true");
    }
    return new AskRequest(
        "r" + number + "-" + agent + "-" + attempt,
        session.id(),
        session.round(),
        agent,
        Role.ANALYST,
        Mode.ANALYSIS,
        ledger.isPresent() ? "ballot-1" : "analyst-1",
        session.whereabouts().opened(),
        tree.id(),
        session.request().task(),
        documents,
        notes,
        List.of(),
        Optional.empty(),
        session.request().languages(),
        session.roster().find(agent).map(AgentStatus::analysisTimeout).orElse(ANALYSIS),
        session.request().contextBytes());
  }

  /**
   * A moderator's question of the running round.
   *
   * @param number of the asking, as analysts have it
   */
  static AskRequest moderation(
      PlanSession session,
      Tree tree,
      String number,
      String agent,
      int attempt,
      DocumentRef ledger) {
    return new AskRequest(
        "m" + number + "-" + agent + "-" + attempt,
        session.id(),
        session.round(),
        agent,
        Role.MODERATOR,
        Mode.ANALYSIS,
        "moderator-1",
        session.whereabouts().opened(),
        tree.id(),
        session.request().task(),
        Map.of(LEDGER, ledger),
        said(session),
        List.of(),
        Optional.empty(),
        session.request().languages(),
        session.roster().find(agent).map(AgentStatus::analysisTimeout).orElse(ANALYSIS),
        session.request().contextBytes());
  }

  /** What the human said: what is decided, what else was said, what this round is asked for. */
  private static Map<String, String> said(PlanSession session) {
    Map<String, String> notes = new LinkedHashMap<>();
    session.directionText.ifPresent(words -> notes.put("direction", words));
    boolean asked = session.feedback.isPresent();
    put(notes, "decided", Clarifications.decided(session.decisions()));
    put(notes, "clarifications", Clarifications.before(session.decisions(), asked));
    Clarifications.newestAsking(session.decisions()).filter(any -> asked).stream()
        .flatMap(asking -> asking.clarifications().stream())
        .filter(words -> words.question().isEmpty())
        .forEach(words -> notes.put("feedback", words.answer()));
    return notes;
  }

  private static void put(Map<String, String> notes, String name, List<String> lines) {
    if (!lines.isEmpty()) {
      notes.put(name, String.join("\n", lines));
    }
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
      Optional<DocumentRef> lastRound,
      Optional<DocumentRef> previousPlan) {
    Map<String, DocumentRef> documents = new LinkedHashMap<>();
    session.context.ifPresent(context -> documents.put(CONTEXT, context.context()));
    lastRound.ifPresent(round -> documents.put(LEDGER, round));
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
        Optional.empty(),
        session.request().languages(),
        session.roster().find(agent).map(AgentStatus::planningTimeout).orElse(PLANNING),
        session.request().contextBytes());
  }
}
