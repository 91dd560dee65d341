package dev.conclave.workflows.plan;

import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.api.PlanTerms;
import dev.conclave.workflows.context.ContextActivities.Assembled;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.model.Role;
import dev.conclave.workflows.session.Clarifications;
import dev.conclave.workflows.text.Bounds;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The questions that a session asks its agents, as requests. Pure: from its state alone. */
final class AgentQuestions {
  private static final String LEDGER = "ledger";

  private AgentQuestions() {}

  /** An analyst's question: for an analysis, or for a ballot where there is a ledger. */
  static AskRequest analysis(
      PlanState session, String number, String agent, int attempt, Optional<DocumentRef> ledger) {
    Map<String, DocumentRef> documents = withContext(session);
    ledger.ifPresent(document -> documents.put(LEDGER, document));
    Map<String, String> notes = said(session);
    if (ledger.isPresent() && session.lastOfDirection().isEmpty()) {
      // Others have spoken before it in the first round: it brings an analysis beside its ballot.
      notes.put("serial", "true");
    }
    String template = ledger.isPresent() ? "ballot-1" : "analyst-1";
    String call = "r" + number + "-" + agent + "-" + attempt;
    return session.question(call, session.round(), agent, Role.ANALYST, template, documents, notes);
  }

  static AskRequest moderation(
      PlanState session, String number, String agent, int attempt, DocumentRef ledger) {
    String call = "m" + number + "-" + agent + "-" + attempt;
    return session.question(
        call,
        session.round(),
        agent,
        Role.MODERATOR,
        "moderator-1",
        Map.of(LEDGER, ledger),
        said(session));
  }

  static AskRequest plan(
      PlanState session,
      int number,
      String agent,
      int attempt,
      Solution solution,
      PlanTerms terms,
      Optional<String> wish,
      Optional<DocumentRef> lastRound,
      Optional<DocumentRef> previousPlan) {
    Map<String, DocumentRef> documents = withContext(session);
    lastRound.ifPresent(round -> documents.put(LEDGER, round));
    previousPlan.ifPresent(plan -> documents.put("previous-plan", plan));
    Map<String, String> notes = new LinkedHashMap<>();
    notes.put("solution", solution.name());
    List<String> constraints = new ArrayList<>();
    // A plan names a constraint by its number.
    terms.constraints().forEach(text -> constraints.add((constraints.size() + 1) + ". " + text));
    put(notes, "constraints", constraints);
    put(notes, "scope-included", terms.scope().included());
    put(notes, "scope-excluded", terms.scope().excluded());
    session.directionText.ifPresent(words -> notes.put("direction", words));
    put(notes, "decided", Clarifications.decided(session.decisions()));
    put(notes, "unanswered", RoundReport.unanswered(session));
    put(notes, "clarifications", Clarifications.before(session.decisions(), false));
    put(
        notes,
        "wishes",
        Clarifications.wishes(session.decisions()).stream()
            .filter(text -> !wish.map(Bounds::shortened).equals(Optional.of(text)))
            .toList());
    wish.ifPresent(text -> notes.put("modify", text));
    String call = "p" + number + "-" + agent + "-" + attempt;
    return session.question(call, 0, agent, Role.PLANNER, "planner-1", documents, notes);
  }

  /** What the human said: what is decided, what else was said, what this round is asked for. */
  private static Map<String, String> said(PlanState session) {
    Map<String, String> notes = new LinkedHashMap<>();
    session.directionText.ifPresent(words -> notes.put("direction", words));
    boolean asked = session.feedback.isPresent();
    List<String> decided = new ArrayList<>(Clarifications.decided(session.decisions()));
    session.fullContext().map(Assembled::decided).ifPresent(decided::addAll);
    put(notes, "decided", decided);
    put(notes, "clarifications", Clarifications.before(session.decisions(), asked));
    Clarifications.newestAsking(session.decisions()).filter(any -> asked).stream()
        .flatMap(asking -> asking.clarifications().stream())
        .filter(words -> words.question().isEmpty())
        .forEach(words -> notes.put("feedback", words.answer()));
    return notes;
  }

  private static Map<String, DocumentRef> withContext(PlanState session) {
    Map<String, DocumentRef> documents = new LinkedHashMap<>();
    session.context.ifPresent(context -> documents.put("context", context.context()));
    session.fullContext().ifPresent(full -> documents.put("briefing", full.contextPackage()));
    return documents;
  }

  private static void put(Map<String, String> notes, String name, List<String> lines) {
    if (!lines.isEmpty()) {
      notes.put(name, String.join("\n", lines));
    }
  }
}
