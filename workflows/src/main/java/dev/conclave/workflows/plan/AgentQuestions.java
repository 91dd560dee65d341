package dev.conclave.workflows.plan;

import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.api.PlanTerms;
import dev.conclave.workflows.context.ContextActivities.Assembled;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.model.Role;
import dev.conclave.workflows.session.AgentQuestion;
import dev.conclave.workflows.session.AgentQuestion.Given;
import dev.conclave.workflows.session.Clarifications;
import dev.conclave.workflows.session.DiscussionQuestions;
import dev.conclave.workflows.text.Bounds;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Builds the agent requests of a planning session. Pure: reads only the state. */
record AgentQuestions(PlanState state) implements DiscussionQuestions {
  private static final String LEDGER = "ledger";

  @Override
  public AgentQuestion analysis(String number, Supplier<@Nullable DocumentRef> ledger) {
    return new AgentQuestion(
        "r" + number,
        state.round(),
        Role.ANALYST,
        () -> {
          DocumentRef there = ledger.get();
          Map<String, DocumentRef> documents = withContext(state);
          Map<String, String> notes = said(state);
          if (there == null) {
            return new Given("analyst-1", documents, notes);
          }
          documents.put(LEDGER, there);
          if (state.lastOfDirection().isEmpty()) {
            // First round in serial mode: earlier agents have replied, so this one also analyzes.
            notes.put("serial", "true");
          }
          return new Given("ballot-1", documents, notes);
        });
  }

  @Override
  public AgentQuestion moderation(String number, Supplier<DocumentRef> ledger) {
    return new AgentQuestion(
        "m" + number,
        state.round(),
        Role.MODERATOR,
        () -> new Given("moderator-1", Map.of(LEDGER, ledger.get()), said(state)));
  }

  static AgentQuestion plan(
      PlanState state,
      int number,
      Solution solution,
      PlanTerms terms,
      @Nullable String wish,
      Supplier<Optional<DocumentRef>> lastRound,
      Supplier<Optional<DocumentRef>> previousPlan) {
    return new AgentQuestion(
        "p" + number,
        0,
        Role.PLANNER,
        () -> {
          Map<String, DocumentRef> documents = withContext(state);
          lastRound.get().ifPresent(round -> documents.put(LEDGER, round));
          previousPlan.get().ifPresent(plan -> documents.put("previous-plan", plan));
          return new Given("planner-1", documents, notes(state, solution, terms, wish));
        });
  }

  private static Map<String, String> notes(
      PlanState state, Solution solution, PlanTerms terms, @Nullable String wish) {
    Map<String, String> notes = new LinkedHashMap<>();
    notes.put("solution", solution.name());
    notes.put(AskRequest.EXECUTORS, String.join(", ", state.modelAnalysts()));
    List<String> constraints = new ArrayList<>();
    // Plan tasks refer to constraints by number.
    terms.constraints().forEach(text -> constraints.add((constraints.size() + 1) + ". " + text));
    put(notes, "constraints", constraints);
    put(notes, "scope-included", terms.scope().included());
    put(notes, "scope-excluded", terms.scope().excluded());
    state.directionText().ifPresent(words -> notes.put("direction", words));
    put(notes, "decided", Clarifications.decided(state.decisions()));
    put(notes, "unanswered", RoundReport.unanswered(state));
    put(notes, "clarifications", Clarifications.earlierWords(state.decisions(), false));
    put(
        notes,
        "wishes",
        Clarifications.wishes(state.decisions()).stream()
            .filter(text -> wish == null || !Bounds.shortened(wish).equals(text))
            .toList());
    if (wish != null) {
      notes.put("modify", wish);
    }
    return notes;
  }

  /** Returns the human's input: decisions, clarifications, and feedback for this round. */
  private static Map<String, String> said(PlanState state) {
    Map<String, String> notes = new LinkedHashMap<>();
    state.directionText().ifPresent(words -> notes.put("direction", words));
    boolean asked = state.feedback().isPresent();
    List<String> decided = new ArrayList<>(Clarifications.decided(state.decisions()));
    state.fullContext().map(Assembled::decided).ifPresent(decided::addAll);
    put(notes, "decided", decided);
    put(notes, "clarifications", Clarifications.earlierWords(state.decisions(), asked));
    Clarifications.newestAsking(state.decisions()).filter(any -> asked).stream()
        .flatMap(asking -> asking.clarifications().stream())
        .filter(words -> words.question().isEmpty())
        .forEach(words -> notes.put("feedback", words.answer()));
    return notes;
  }

  private static Map<String, DocumentRef> withContext(PlanState state) {
    Map<String, DocumentRef> documents = new LinkedHashMap<>();
    state.context().ifPresent(context -> documents.put("context", context.context()));
    state.fullContext().ifPresent(full -> documents.put("briefing", full.contextPackage()));
    return documents;
  }

  private static void put(Map<String, String> notes, String name, List<String> lines) {
    if (!lines.isEmpty()) {
      notes.put(name, String.join("\n", lines));
    }
  }
}
