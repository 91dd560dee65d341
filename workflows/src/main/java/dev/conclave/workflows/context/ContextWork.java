package dev.conclave.workflows.context;

import dev.conclave.workflows.context.ContextActivities.AssembleRequest;
import dev.conclave.workflows.context.ContextActivities.Assembled;
import dev.conclave.workflows.context.ContextActivities.Detected;
import dev.conclave.workflows.context.ContextActivities.DraftedEdits;
import dev.conclave.workflows.context.ContextActivities.Edit;
import dev.conclave.workflows.context.ContextActivities.Explored;
import dev.conclave.workflows.context.ContextState.Pending;
import dev.conclave.workflows.context.PlanningConflict.Strategy;
import dev.conclave.workflows.context.Resolution.Exchange;
import dev.conclave.workflows.context.Resolution.ResolutionKind;
import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.model.Role;
import dev.conclave.workflows.session.AgentCalls;
import dev.conclave.workflows.session.AgentQuestion;
import dev.conclave.workflows.session.AgentQuestion.Given;
import dev.conclave.workflows.session.FallbackChain;
import dev.conclave.workflows.session.FallbackChain.Answer;
import dev.conclave.workflows.session.HostCalls;
import dev.conclave.workflows.session.ReplyDocuments;
import dev.conclave.workflows.session.SessionState;
import dev.conclave.workflows.temporal.ActivityProfile;
import dev.conclave.workflows.text.Bounds;
import dev.conclave.workflows.text.Cut;
import dev.conclave.workflows.text.WireMapper;
import dev.conclave.workflows.text.Words;
import io.temporal.workflow.Functions.Func;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Gathers a context on the session's current host: exploration, conflicts, package. */
final class ContextWork {
  private static final String NOT_ASKED = "the budget allows no agent call";

  /** Limit of the reason for an updated strategy at a gate, in characters. */
  private static final int REASON = 1_500;

  private static final List<String> SEVERITIES = List.of("Critical", "High", "Medium");

  private final ContextState state;
  private final HostCalls host;
  private final ReplyDocuments documents;
  private final FallbackChain chain;

  /** Creates the work of one phase: a decision at its budget gate ends with it. */
  ContextWork(ContextState state, HostCalls host, ReplyDocuments documents, AgentCalls calls) {
    this.state = state;
    this.host = host;
    this.documents = documents;
    chain = new FallbackChain(state, calls);
  }

  ContextPhase detect() {
    found().notes().forEach(state::note);
    state.assembled = found().existing().orElse(null);
    if (state.assembled != null) {
      state.setEnding("the context of this session is still current: nothing was gathered");
      return ContextPhase.COMPLETE;
    }
    return ContextPhase.EXPLORING;
  }

  /** Explores each angle with an agent; a resumed session retries failed angles. */
  ContextPhase explore() {
    host.refresh(" again");
    List<String> usable = state.modelAnalysts();
    if (usable.isEmpty()) {
      return fail("no agent is available to explore; `conclave doctor` shows how to set one up");
    }
    state.explorations.removeIf(made -> made.failure().isPresent());
    List<Func<Exploration>> parts = new ArrayList<>();
    List<String> names = state.angles().names();
    for (int i = 0; i < names.size(); i++) {
      String angle = names.get(i);
      int index = i + 1;
      String seat = usable.get(i % usable.size());
      if (state.exploration(angle).isEmpty()) {
        parts.add(
            () -> {
              Answer answer =
                  chain.ask(
                      order(List.of(seat)),
                      question(
                          "angle-" + angle,
                          Role.CONTEXT_EXPLORER,
                          () -> given("sources", found().sources()),
                          Map.of("angle", angle)));
              return keep(angle, index, answer);
            });
      }
    }
    AgentCalls.inParallel(parts);
    List<String> failures = unexplored();
    if (failures.size() == names.size()) {
      return fail(String.join("; ", failures));
    }
    failures.forEach(state::note);
    return state.questions().isEmpty() || state.request().yes()
        ? state.afterExplorations()
        : ContextPhase.AWAITING_QUESTIONS;
  }

  /** Fails the session: search results alone are not a full context. */
  private ContextPhase fail(String why) {
    state.setEnding(Bounds.message(Optional.of(why)));
    return ContextPhase.FAILED;
  }

  private Exploration keep(String angle, int index, Answer answer) {
    Exploration made =
        new Exploration(
            angle, index, answer.reply(), answer.failure(NOT_ASKED), SessionState.now());
    state.explorations.add(made);
    state.explorations.sort(Comparator.comparingInt(Exploration::index));
    state.touch();
    return made;
  }

  private record Conflicts(List<PlanningConflict> conflicts) {}

  ContextPhase analyze() {
    host.refresh(" again");
    Answer answer =
        chain.ask(
            order(state.modelAnalysts()),
            question(
                "conflicts",
                Role.CONFLICT_ANALYST,
                () -> {
                  Map<String, DocumentRef> given = planningDocuments();
                  explored()
                      .forEach(one -> given.put("exploration " + one.angle(), one.document()));
                  return given;
                },
                Map.of("decided", String.join("\n", state.decided()))));
    answer
        .failure(NOT_ASKED)
        .ifPresent(why -> state.note("the conflicts were not analyzed: " + why));
    state.conflictsBy = answer.reply().map(said -> said.receipt().agent()).orElse(null);
    state.conflicts =
        answer.as(Conflicts.class).stream()
            .flatMap(said -> said.conflicts().stream())
            .sorted(Comparator.comparingInt(one -> SEVERITIES.indexOf(one.severity())))
            .map(PlanningConflict::recommendedFirst)
            .collect(Collectors.toCollection(ArrayList::new));
    return state.afterResolution();
  }

  private record Clarified(
      Strategy updatedStrategy, String rationale, List<String> remainingQuestions) {}

  /** Applies the answers to the strategy and shows it to the human again. */
  ContextPhase clarify() {
    host.refresh(" again");
    PlanningConflict conflict = state.conflict().orElseThrow();
    Pending pending = state.pending;
    Answer answer =
        chain.ask(
            order(state.modelAnalysts()),
            question(
                "clarify-%s-%d".formatted(conflict.id(), pending.exchanges() - 1),
                Role.CONFLICT_CLARIFIER,
                this::planningDocuments,
                Map.of(
                    "decided", String.join("\n", state.decided()),
                    "conflict", conflict.withoutStrategies(),
                    "strategy", json(state.chosen()),
                    "answers", json(pending.said()))));
    Clarified clarified =
        answer.as(Clarified.class).orElseGet(() -> new Clarified(state.chosen(), "", List.of()));
    String reason = Cut.shorten(clarified.rationale(), REASON);
    answer
        .failure(NOT_ASKED)
        .ifPresentOrElse(
            why -> state.note("your answers were not applied to the strategy: " + why),
            () ->
                state.tell(
                    "strategy %d was updated with your answers: %s"
                        .formatted(pending.strategy() + 1, reason)));
    state.pending =
        new Pending(
            pending.strategy(),
            pending.said(),
            pending.exchanges(),
            reason.isBlank() ? pending.remark() : reason);
    Strategy updated = clarified.updatedStrategy();
    List<Strategy> strategies = new ArrayList<>(conflict.strategies());
    strategies.set(
        pending.strategy(), updated.withClarificationNeeded(clarified.remainingQuestions()));
    state.conflicts.set(state.resolutions.size(), conflict.with(strategies));
    state.touch();
    return state.hasNextQuestions()
        ? ContextPhase.AWAITING_CONFLICT_QUESTIONS
        : ContextPhase.AWAITING_CONFLICT;
  }

  private FallbackChain.Order order(List<String> analysts) {
    return chain.firstOf(
        state.request().moderators(analysts), said -> said.structured().isPresent());
  }

  private static String json(Object value) {
    return WireMapper.get().valueToTree(value).toString();
  }

  ContextPhase assemble() {
    if (state.assembled != null) {
      host.nameTree(" again"); // use the current workspace
    }
    changeDocuments();
    Assembled assembled =
        rules(
            "assemble the package",
            rules ->
                rules.assemble(
                    new AssembleRequest(
                        state.gathering(),
                        state.angles(),
                        found().intent(),
                        state.gathered().or(() -> host.search(List.of())),
                        explored(),
                        state.resolutions.stream().map(Resolution::withoutModifications).toList(),
                        draftedEdits(),
                        state.answered.stream().map(Exchange::line).toList(),
                        missing(),
                        found().sources(),
                        SessionState.now())));
    state.assembled = assembled;
    state.forgetNotes();
    assembled.notes().forEach(state::note);
    state.setEnding(
        "the context is complete: %s; see context-package.json and planning-notes.md in its folder"
            .formatted(outcome(assembled.files())));
    return ContextPhase.COMPLETE;
  }

  /**
   * Returns everything that is missing; notes shown at an answered gate are gone from the state.
   */
  private List<String> missing() {
    List<String> unanswered =
        state.questions().stream().map(one -> "not answered: " + one.line()).toList();
    return Stream.of(found().notes(), unexplored(), unanswered, state.notes())
        .flatMap(List::stream)
        .distinct()
        .toList();
  }

  private String outcome(int files) {
    int all = state.conflicts.size();
    long left = of(ResolutionKind.UNRESOLVED);
    long byHand = of(ResolutionKind.CUSTOM);
    List<String> changed = draftedEdits().edits().stream().map(Edit::path).toList();
    return Words.counted(files, "file")
        + (all == 0
            ? ""
            : ", %d of %s resolved".formatted(all - left, Words.counted(all, "conflict"))
                + (byHand == 0 ? "" : ", %d of them manually".formatted(byHand)))
        + (changed.isEmpty() ? "" : "; changed " + String.join(", ", changed));
  }

  private long of(ResolutionKind kind) {
    return state.resolutions.stream().filter(one -> one.kind() == kind).count();
  }

  /** Runs once, even in a resumed session: people may have edited the documents since. */
  private void changeDocuments() {
    if (!state.written) {
      if (!draftedEdits().edits().isEmpty()) {
        rules(
                "write the modifications",
                rules -> rules.write(state.requireWorkspace(), draftedEdits().edits()))
            .ifPresent(why -> state.drawnUp = draftedEdits().rolledBack(why));
      }
      state.written = true;
      state.touch();
    }
  }

  private <R> R rules(String summary, Function<ContextActivities, R> work) {
    return host.call(ContextActivities.class, ActivityProfile.RULES, summary, work);
  }

  /** Returns what was found before asking agents; detected again on a new host. */
  private Detected found() {
    if (state.found == null) {
      state.found = rules("look for an earlier context", rules -> rules.detect(state.gathering()));
    }
    return state.found;
  }

  /** Returns the modifications; computed again on a new host, where none is written. */
  private DraftedEdits draftedEdits() {
    if (state.drawnUp == null) {
      DraftedEdits now =
          rules(
              "compute the modifications",
              rules -> rules.draftEdits(state.gathering(), state.undrafted()));
      state.drawnUp = state.earlier == null ? now : now.after(state.earlier);
    }
    return state.drawnUp;
  }

  private List<Explored> explored() {
    List<Explored> sound = new ArrayList<>();
    for (Exploration made : state.explorations) {
      documents
          .analyses(made.reply().stream().toList())
          .forEach(document -> sound.add(new Explored(made.angle(), made.index(), document)));
    }
    return sound;
  }

  private List<String> unexplored() {
    return state.explorations.stream()
        .filter(made -> made.failure().isPresent())
        .map(made -> "no agent explored %s: %s".formatted(made.angle(), made.summary()))
        .toList();
  }

  /**
   * Creates a request.
   *
   * @param documents collected again for each attempt
   */
  private AgentQuestion question(
      String call,
      Role role,
      Supplier<Map<String, DocumentRef>> documents,
      Map<String, String> notes) {
    // The number must not change while a request waits at a budget gate.
    return new AgentQuestion(
        "%s.%d".formatted(call, state.decisions().size()),
        0,
        role,
        () -> new Given(Words.of(role) + "-1", documents.get(), notes));
  }

  private static Map<String, DocumentRef> given(String name, Optional<DocumentRef> document) {
    Map<String, DocumentRef> given = new LinkedHashMap<>();
    document.ifPresent(there -> given.put(name, there));
    return given;
  }

  /**
   * Returns the documents that strategies may change; the agents' snapshot lacks files ignored by
   * Git.
   */
  private Map<String, DocumentRef> planningDocuments() {
    return given("planning", found().planning());
  }
}
