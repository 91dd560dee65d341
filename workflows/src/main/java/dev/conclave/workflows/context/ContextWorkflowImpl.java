package dev.conclave.workflows.context;

import dev.conclave.workflows.api.AskReply;
import dev.conclave.workflows.api.DocumentRef;
import dev.conclave.workflows.api.Role;
import dev.conclave.workflows.api.SearchActivities;
import dev.conclave.workflows.api.SearchActivities.GatherRequest;
import dev.conclave.workflows.api.SearchActivities.GatheredContext;
import dev.conclave.workflows.context.ContextActivities.AssembleRequest;
import dev.conclave.workflows.context.ContextActivities.Assembled;
import dev.conclave.workflows.context.ContextActivities.Detected;
import dev.conclave.workflows.context.ContextActivities.DrawnUp;
import dev.conclave.workflows.context.ContextActivities.Edit;
import dev.conclave.workflows.context.ContextActivities.Explored;
import dev.conclave.workflows.context.ContextActivities.Gathering;
import dev.conclave.workflows.context.ContextState.Pending;
import dev.conclave.workflows.context.PlanningConflict.Strategy;
import dev.conclave.workflows.context.Resolution.Exchange;
import dev.conclave.workflows.context.Resolution.ResolutionKind;
import dev.conclave.workflows.discussion.Label;
import dev.conclave.workflows.discussion.Ledger.Question;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.GateAnswer;
import dev.conclave.workflows.gate.GateContent;
import dev.conclave.workflows.gate.GateContent.Option;
import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.session.AgentCalls;
import dev.conclave.workflows.session.FallbackChain;
import dev.conclave.workflows.session.SessionInput;
import dev.conclave.workflows.session.SessionKind;
import dev.conclave.workflows.session.SessionRun;
import dev.conclave.workflows.session.SessionState;
import dev.conclave.workflows.temporal.ActivityProfile;
import dev.conclave.workflows.temporal.Bounds;
import dev.conclave.workflows.temporal.WireMapper;
import dev.conclave.workflows.temporal.Words;
import io.temporal.workflow.Functions.Func;
import io.temporal.workflow.WorkflowInit;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** {@inheritDoc} */
public class ContextWorkflowImpl extends SessionRun<ContextState, ContextPhase>
    implements ContextWorkflow {

  /** Questions that a human is asked at a time. */
  private static final int MOST_QUESTIONS = 4;

  private static final List<String> SEVERITIES = List.of("Critical", "High", "Medium");

  /** State is there before the first message: a signal may be delivered ahead of {@link #run}. */
  @WorkflowInit
  public ContextWorkflowImpl(SessionInput<ContextRequest, ContextState> input) {
    this(ContextState.of(input));
  }

  private ContextWorkflowImpl(ContextState state) {
    super(state, state);
  }

  @Override
  public ContextState run(SessionInput<ContextRequest, ContextState> input) {
    runToEnd(input.unsent());
    return session;
  }

  @Override
  protected Supplier<ContextPhase> work(ContextPhase phase) {
    return switch (phase) {
      case INITIALIZING -> this::open;
      case DETECTING -> this::detect;
      case EXPLORING -> this::explore;
      case ANALYZING_CONFLICTS -> this::analyzeConflicts;
      case AWAITING_RESOLUTION -> this::awaitResolution;
      case AWAITING_ANSWERS -> this::awaitAnswers;
      case CLARIFYING -> this::clarify;
      case ASSEMBLING -> this::assemble;
      case COMPLETE, SAVED, CANCELLED, FAILED -> () -> phase;
    };
  }

  private ContextPhase open() {
    host.open();
    host.listAgents();
    host.nameTree("");
    return ContextPhase.DETECTING;
  }

  private ContextPhase detect() {
    found().notes().forEach(session::note);
    session.assembled = found().existing();
    if (session.assembled.isPresent()) {
      session.ending("the context of this session still fits the workspace: nothing was gathered");
      return ContextPhase.COMPLETE;
    }
    return ContextPhase.EXPLORING;
  }

  /** Each angle by an agent; what failed earlier in a resumed session is tried again. */
  private ContextPhase explore() {
    host.lookAgain();
    List<String> usable = session.modelAnalysts();
    if (usable.isEmpty()) {
      return unexplored("no agent can be asked; `conclave doctor` says how to get one");
    }
    session.explorations.removeIf(made -> made.failure().isPresent());
    AgentCalls calls = agents.ofNewPhase();
    List<Func<Exploration>> parts = new ArrayList<>();
    int index = 0;
    for (String angle : session.angles().names()) {
      String seat = usable.get(index % usable.size());
      int number = ++index;
      if (session.explorations.stream().noneMatch(made -> made.angle().equals(angle))) {
        parts.add(() -> explored(calls, angle, number, seat));
      }
    }
    AgentCalls.sideBySide(parts);
    List<Exploration> failed =
        session.explorations.stream().filter(made -> made.failure().isPresent()).toList();
    if (failed.size() == session.explorations.size()) {
      return unexplored(
          failed.stream().map(Exploration::summary).distinct().collect(Collectors.joining("; ")));
    }
    failed.forEach(
        made -> session.note("nobody explored %s: %s".formatted(made.angle(), made.summary())));
    return significant() ? ContextPhase.ANALYZING_CONFLICTS : ContextPhase.ASSEMBLING;
  }

  /** Without any exploration there is only the plain search, which is no full context. */
  private ContextPhase unexplored(String why) {
    session.ending("nobody explored: " + Bounds.message(Optional.of(why)));
    return ContextPhase.FAILED;
  }

  private Exploration explored(AgentCalls calls, String angle, int index, String seat) {
    Instant started = SessionState.now();
    Answer answer =
        asked(
            calls,
            List.of(seat),
            "angle-" + angle,
            Role.CONTEXT_EXPLORER,
            () -> found().sources().map(text -> Map.of("sources", text)).orElse(Map.of()),
            Map.of("angle", angle));
    Instant ended = SessionState.now();
    long seconds = Duration.between(started, ended).toSeconds();
    Exploration made =
        new Exploration(angle, index, answer.reply(), answer.failure(), ended, seconds);
    session.explorations.add(made);
    session.explorations.sort(Comparator.comparingInt(Exploration::index));
    session.touch();
    return made;
  }

  /** A good reply, else why there is none. */
  private record Answer(Optional<AskReply> reply, Optional<String> failure) {
    <T> Optional<T> as(Class<T> type) {
      return reply
          .flatMap(AskReply::structured)
          .map(said -> WireMapper.get().convertValue(said, type));
    }
  }

  /** Asks these agents, then their stand-ins, until one gives a good reply. */
  private Answer asked(
      AgentCalls calls,
      List<String> first,
      String call,
      Role role,
      Supplier<Map<String, DocumentRef>> given,
      Map<String, String> notes) {
    // It stays, whatever is decided while a request waits for the budget.
    String id = "%s.%d".formatted(call, session.decisions().size());
    List<String> reasons = new ArrayList<>();
    Optional<AskReply> reply =
        new FallbackChain(session, calls)
            .firstOf(
                session.request().moderators(first),
                (agent, attempt) ->
                    session.question(
                        "%s-%s-%d".formatted(id, agent, attempt),
                        0,
                        agent,
                        role,
                        Words.of(role) + "-1",
                        given.get(),
                        notes),
                said -> said.structured().isPresent(),
                reasons);
    String why =
        reasons.isEmpty() ? "no agent can be asked within the budget" : String.join("; ", reasons);
    return new Answer(reply, reply.isPresent() ? Optional.empty() : Optional.of(why));
  }

  /** One grave sign, or two of medium weight. */
  private boolean significant() {
    List<String> signs =
        session.explorations.stream().flatMap(made -> made.severities().stream()).toList();
    return signs.contains("high") || Collections.frequency(signs, "medium") >= 2;
  }

  private record Conflicts(List<PlanningConflict> conflicts) {}

  private ContextPhase analyzeConflicts() {
    host.lookAgain();
    Answer answer =
        asked(
            agents.ofNewPhase(),
            session.modelAnalysts(),
            "conflicts",
            Role.CONFLICT_ANALYST,
            () -> {
              Map<String, DocumentRef> given = planningDocuments();
              explored().forEach(one -> given.put("exploration " + one.angle(), one.document()));
              return given;
            },
            Map.of());
    answer.failure().ifPresent(why -> session.note("the conflicts were not analyzed: " + why));
    session.conflictsBy = answer.reply().map(said -> said.receipt().agent());
    session.conflicts =
        answer.as(Conflicts.class).stream()
            .flatMap(said -> said.conflicts().stream())
            .sorted(Comparator.comparingInt(one -> SEVERITIES.indexOf(one.severity())))
            .map(PlanningConflict::recommendedFirst)
            .collect(Collectors.toCollection(ArrayList::new));
    return afterResolution();
  }

  /** What strategies may change; agents work in a snapshot, without what Git ignores. */
  private Map<String, DocumentRef> planningDocuments() {
    Map<String, DocumentRef> given = new LinkedHashMap<>();
    found().planning().ifPresent(texts -> given.put("planning", texts));
    return given;
  }

  private ContextPhase afterResolution() {
    return session.conflict().isPresent()
        ? ContextPhase.AWAITING_RESOLUTION
        : ContextPhase.ASSEMBLING;
  }

  private ContextPhase awaitResolution() {
    PlanningConflict conflict = session.conflict().orElseThrow();
    Optional<GateAnswer> taken = gates.recorded(GateType.CONFLICT, () -> shown(conflict));
    if (taken.isEmpty()) {
      return session.phase();
    }
    GateAnswer answer = taken.get();
    return switch (answer.kind()) {
      case CHOOSE -> chosen(answer, answer.strategy().orElseThrow() - 1);
      case CUSTOM -> resolved(answer, ResolutionKind.CUSTOM, Optional.empty());
      default -> resolved(answer, ResolutionKind.UNRESOLVED, Optional.empty());
    };
  }

  private ContextPhase chosen(GateAnswer answer, int index) {
    Strategy strategy = session.conflict().orElseThrow().strategies().get(index);
    if (!session.asks(strategy)) {
      return resolved(answer, ResolutionKind.STRATEGY, Optional.of(strategy));
    }
    session.pending = new Pending(index, session.pending.said(), session.pending.exchanges());
    return ContextPhase.AWAITING_ANSWERS;
  }

  private ContextPhase resolved(GateAnswer answer, ResolutionKind kind, Optional<Strategy> chosen) {
    session.resolve(kind, chosen, answer.by().orElse("unknown"));
    return afterResolution();
  }

  private GateContent shown(PlanningConflict conflict) {
    List<Option> options = new ArrayList<>();
    for (Strategy strategy : conflict.strategies()) {
      options.add(
          new Option(
              options.size() + 1,
              strategy.name(),
              strategy.approach(),
              session.conflictsBy.stream().toList(),
              Optional.empty(),
              strategy.effort(),
              strategy.risk(),
              0,
              strategy.pros(),
              strategy.cons(),
              strategy.documents(session.request().editable()),
              0,
              0));
    }
    List<String> notes =
        List.of(
            "%s, %s of %d: %s, %s"
                .formatted(
                    conflict.id(),
                    session.resolutions.size() + 1,
                    session.conflicts.size(),
                    conflict.severity(),
                    conflict.category()),
            "conflict: " + conflict.description(),
            "conflict: affects %s; %s%s"
                .formatted(
                    String.join(", ", conflict.affectedFiles()),
                    conflict.impact().compatibility(),
                    conflict.impact().migrationRequired() ? "; needs a migration" : ""),
            GateContent.RECOMMENDED + "1, by " + session.conflictsBy.orElse("the analyst"));
    return content(conflict.brief(), options, List.of(), notes);
  }

  private GateContent content(
      String title, List<Option> options, List<Question> questions, List<String> notes) {
    List<String> all = Stream.concat(notes.stream(), session.notes().stream()).toList();
    return new GateContent(title, options, questions, all, List.of(), List.of());
  }

  private ContextPhase awaitAnswers() {
    List<String> questions =
        session.asking().clarificationNeeded().stream().limit(MOST_QUESTIONS).toList();
    Optional<GateAnswer> taken =
        gates.recorded(GateType.CONFLICT_QUESTIONS, () -> asked(questions));
    if (taken.isEmpty()) {
      return session.phase();
    }
    if (taken.get().kind() == AnswerKind.SKIP) {
      return resolved(taken.get(), ResolutionKind.UNRESOLVED, Optional.empty());
    }
    Pending before = session.pending;
    List<Exchange> said = new ArrayList<>(before.said());
    for (int i = 0; i < questions.size(); i++) {
      String question = questions.get(i);
      Optional.ofNullable(taken.get().answers().get(Integer.toString(i + 1)))
          .ifPresent(answer -> said.add(new Exchange(question, answer)));
    }
    session.pending = new Pending(before.strategy(), List.copyOf(said), before.exchanges() + 1);
    return ContextPhase.CLARIFYING;
  }

  private GateContent asked(List<String> questions) {
    List<Question> asked = new ArrayList<>();
    for (String question : questions) {
      asked.add(
          new Question(
              "Q" + (asked.size() + 1),
              Label.of(question),
              List.of(),
              Optional.empty(),
              List.of(),
              List.of(),
              Optional.empty()));
    }
    PlanningConflict conflict = session.conflict().orElseThrow();
    return content(
        "\"%s\" needs to know:".formatted(session.asking().name()),
        List.of(),
        asked,
        List.of(conflict.id() + ": " + conflict.brief()));
  }

  private record Clarified(
      Strategy updatedStrategy, String rationale, List<String> remainingQuestions) {}

  /** The answers go into the strategy, which the human then sees again. */
  private ContextPhase clarify() {
    host.lookAgain();
    PlanningConflict conflict = session.conflict().orElseThrow();
    Pending pending = session.pending;
    Answer answer =
        asked(
            agents.ofNewPhase(),
            session.modelAnalysts(),
            "clarify-%s-%d".formatted(conflict.id(), pending.exchanges() - 1),
            Role.CONFLICT_CLARIFIER,
            this::planningDocuments,
            Map.of(
                "conflict", json(conflict.with(List.of())),
                "strategy", json(session.asking()),
                "answers", json(pending.said())));
    answer
        .failure()
        .ifPresent(why -> session.note("nobody took your answers into the strategy: " + why));
    Optional<Clarified> clarified = answer.as(Clarified.class);
    clarified
        .map(said -> Bounds.message(Optional.of(said.rationale())))
        .ifPresent(
            why ->
                session.note(
                    "decided: your answers are in strategy %d: %s"
                        .formatted(pending.strategy() + 1, why)));
    Strategy updated =
        WireMapper.with(
            clarified.map(Clarified::updatedStrategy).orElseGet(session::asking),
            Map.of(
                "clarification_needed",
                clarified.map(Clarified::remainingQuestions).orElse(List.of())));
    List<Strategy> strategies = new ArrayList<>(conflict.strategies());
    strategies.set(pending.strategy(), updated);
    session.conflicts.set(session.resolutions.size(), conflict.with(strategies));
    session.touch();
    return session.asks(updated) ? ContextPhase.AWAITING_ANSWERS : ContextPhase.AWAITING_RESOLUTION;
  }

  private static String json(Object value) {
    return WireMapper.get().valueToTree(value).toString();
  }

  private ContextPhase assemble() {
    changeDocuments();
    Assembled assembled =
        rules(
            "assemble the package",
            rules ->
                rules.assemble(
                    new AssembleRequest(
                        gathering(),
                        session.angles(),
                        found().intent(),
                        gathered(),
                        explored(),
                        session.resolutions.stream().map(Resolution::withoutModifications).toList(),
                        drawnUp(),
                        session.notes(),
                        found().sources(),
                        SessionState.now())));
    session.assembled = Optional.of(assembled);
    session.forgetNotes();
    assembled.notes().forEach(session::note);
    session.ending("the context is complete: " + outcome(assembled));
    return ContextPhase.COMPLETE;
  }

  private String outcome(Assembled assembled) {
    String outcome = Words.counted(assembled.files(), "file");
    if (!session.conflicts.isEmpty()) {
      long left =
          session.resolutions.stream()
              .filter(one -> one.kind() == ResolutionKind.UNRESOLVED)
              .count();
      int all = session.conflicts.size();
      outcome += ", %d of %s resolved".formatted(all - left, Words.counted(all, "conflict"));
    }
    List<String> changed = drawnUp().edits().stream().map(Edit::path).toList();
    return changed.isEmpty() ? outcome : outcome + "; changed " + String.join(", ", changed);
  }

  /** Once, also in a session that is resumed: people may have edited the documents since. */
  private void changeDocuments() {
    if (!session.written) {
      if (!drawnUp().edits().isEmpty()) {
        rules("write the modifications", rules -> rules.write(session.opened(), drawnUp().edits()))
            .ifPresent(why -> session.drawnUp = Optional.of(drawnUp().rolledBack(why)));
      }
      session.written = true;
      session.touch();
    }
  }

  private Gathering gathering() {
    return new Gathering(
        SessionKind.folderName(session.session()),
        session.request().task(),
        session.opened(),
        session.named().id(),
        session.named().head().or(session.opened()::head),
        session.request().sources(),
        session.request().editable());
  }

  private <R> R rules(String summary, Function<ContextActivities, R> work) {
    return host.call(ContextActivities.class, ActivityProfile.RULES, summary, work);
  }

  /** What was found before anybody was asked; looked for again on a host that is new. */
  private Detected found() {
    if (session.found.isEmpty()) {
      session.found =
          Optional.of(rules("look for an earlier context", rules -> rules.detect(gathering())));
    }
    return session.found.get();
  }

  /** What the modifications come to; computed again on a new host, where none is written. */
  private DrawnUp drawnUp() {
    if (session.drawnUp.isEmpty()) {
      session.drawnUp =
          Optional.of(
              rules(
                  "draw up the modifications",
                  rules -> rules.drawUp(gathering(), session.resolutions())));
    }
    return session.drawnUp.get();
  }

  private Optional<GatheredContext> gathered() {
    if (session.gathered.isEmpty()) {
      session.gathered =
          host.unlessFailing(
              "the search",
              () ->
                  host.call(
                      SearchActivities.class,
                      ActivityProfile.GATHER_CONTEXT,
                      "search",
                      search ->
                          search.gather(
                              new GatherRequest(
                                  session.session(),
                                  session.request().task(),
                                  List.of(),
                                  session.opened(),
                                  session.named().id()))));
    }
    return session.gathered;
  }

  /** The sound explorations, on the current host. */
  private List<Explored> explored() {
    List<Explored> sound = new ArrayList<>();
    for (Exploration made : session.explorations) {
      documents
          .analyses(made.reply().stream().toList())
          .forEach(document -> sound.add(new Explored(made.angle(), made.index(), document)));
    }
    return sound;
  }

  @Override
  public ContextState carried() {
    return session;
  }
}
