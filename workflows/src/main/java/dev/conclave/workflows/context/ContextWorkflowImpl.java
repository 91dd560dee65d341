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
import dev.conclave.workflows.context.PlanningConflict.Modification;
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
import dev.conclave.workflows.temporal.WireMapper;
import dev.conclave.workflows.temporal.Words;
import io.temporal.workflow.Functions.Func;
import io.temporal.workflow.WorkflowInit;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
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

  private <R> R rules(String summary, Function<ContextActivities, R> work) {
    return host.call(ContextActivities.class, ActivityProfile.RULES, summary, work);
  }

  private Gathering gathering() {
    return new Gathering(
        SessionKind.folderName(session.session()),
        session.request().task(),
        session.opened(),
        session.named().id(),
        session.named().head().or(session.opened()::head));
  }

  private ContextPhase detect() {
    Detected found = found();
    found.notes().forEach(session::note);
    session.angles = Optional.of(Angles.of(session.request().task()));
    if (found.existing().isPresent()) {
      session.assembled = found.existing();
      session.ending("the context of this session still fits the workspace: nothing was gathered");
      return ContextPhase.COMPLETE;
    }
    return ContextPhase.EXPLORING;
  }

  /** What was found before anybody was asked; looked for again on a host that is new. */
  private Detected found() {
    if (session.found.isEmpty()) {
      session.found =
          Optional.of(
              rules(
                  "look for an earlier context",
                  rules ->
                      rules.detect(
                          gathering(), session.request().sources(), session.request().editable())));
    }
    return session.found.get();
  }

  /** Each angle by an agent; what failed earlier in a resumed session is tried again. */
  private ContextPhase explore() {
    host.lookAgain();
    List<String> usable = session.modelAnalysts();
    if (usable.isEmpty()) {
      session.note("nobody explored: no agent can be asked; `conclave doctor` says how to get one");
      return ContextPhase.ASSEMBLING;
    }
    session.explorations.removeIf(made -> made.failure().isPresent());
    AgentCalls calls = agents.ofNewPhase();
    List<String> names = session.angles.orElseThrow().names();
    List<Func<Exploration>> parts = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      String angle = names.get(i);
      String seat = usable.get(i % usable.size());
      int index = i + 1;
      if (session.explorations.stream().noneMatch(made -> made.index() == index)) {
        parts.add(() -> explored(calls, angle, index, seat));
      }
    }
    AgentCalls.sideBySide(parts);
    session.explorations.stream()
        .filter(made -> made.failure().isPresent())
        .forEach(
            made ->
                session.note(
                    "nobody explored %s: %s".formatted(made.angle(), made.failure().orElse(""))));
    return significant() ? ContextPhase.ANALYZING_CONFLICTS : ContextPhase.ASSEMBLING;
  }

  private Exploration explored(AgentCalls calls, String angle, int index, String seat) {
    Instant started = SessionState.now();
    List<String> reasons = new ArrayList<>();
    Optional<AskReply> sound =
        asked(
            calls,
            List.of(seat),
            "angle-" + angle,
            Role.CONTEXT_EXPLORER,
            () -> found().sources().map(text -> Map.of("sources", text)).orElse(Map.of()),
            Map.of("angle", angle),
            reasons);
    Instant ended = SessionState.now();
    Exploration made =
        new Exploration(
            angle,
            index,
            sound,
            sound.isPresent() ? Optional.empty() : Optional.of(why(reasons)),
            ended,
            Duration.between(started, ended).toSeconds());
    session.explorations.add(made);
    session.explorations.sort(Comparator.comparingInt(Exploration::index));
    session.touch();
    return made;
  }

  /** The first good reply of these agents and their stand-ins. */
  private Optional<AskReply> asked(
      AgentCalls calls,
      List<String> first,
      String call,
      Role role,
      Supplier<Map<String, DocumentRef>> given,
      Map<String, String> notes,
      List<String> reasons) {
    // It stays, whatever is decided while a request waits for the budget.
    String id = "%s.%d".formatted(call, session.decisions().size());
    return new FallbackChain(session, calls)
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
  }

  private static String why(List<String> reasons) {
    return reasons.isEmpty()
        ? "no agent can be asked within the budget"
        : String.join("; ", reasons);
  }

  /** One grave sign, or two of medium weight. */
  private boolean significant() {
    long high = session.explorations.stream().mapToLong(made -> made.indicators("high")).sum();
    long medium = session.explorations.stream().mapToLong(made -> made.indicators("medium")).sum();
    return high >= 1 || medium >= 2;
  }

  private ContextPhase analyzeConflicts() {
    host.lookAgain();
    Optional<AskReply> reply =
        judged(
            "conflicts",
            Role.CONFLICT_ANALYST,
            () -> {
              Map<String, DocumentRef> given = planningDocuments();
              explored().forEach(one -> given.put("exploration " + one.angle(), one.document()));
              return given;
            },
            Map.of(),
            "the conflicts were not analyzed");
    session.conflictsBy = reply.map(said -> said.receipt().agent());
    session.conflicts =
        new ArrayList<>(reply.map(ContextWorkflowImpl::conflicts).orElse(List.of()));
    return afterResolution();
  }

  /** The first good reply to a question about conflicts; what is missing without one is noted. */
  private Optional<AskReply> judged(
      String call,
      Role role,
      Supplier<Map<String, DocumentRef>> given,
      Map<String, String> notes,
      String missing) {
    List<String> reasons = new ArrayList<>();
    Optional<AskReply> reply =
        asked(agents.ofNewPhase(), session.modelAnalysts(), call, role, given, notes, reasons);
    if (reply.isEmpty()) {
      session.note(missing + ": " + why(reasons));
    }
    return reply;
  }

  /** What strategies may change; agents work in a snapshot, without what Git ignores. */
  private Map<String, DocumentRef> planningDocuments() {
    Map<String, DocumentRef> given = new LinkedHashMap<>();
    found().planning().ifPresent(texts -> given.put("planning", texts));
    return given;
  }

  private record Conflicts(List<PlanningConflict> conflicts) {}

  /** The most severe first, each with the recommended strategy as its first. */
  private static List<PlanningConflict> conflicts(AskReply reply) {
    return WireMapper.get()
        .convertValue(reply.structured().orElseThrow(), Conflicts.class)
        .conflicts()
        .stream()
        .sorted(Comparator.comparingInt(one -> SEVERITIES.indexOf(one.severity())))
        .map(
            conflict -> {
              List<Strategy> strategies = new ArrayList<>(conflict.strategies());
              strategies.add(0, strategies.remove(conflict.recommended() - 1));
              return conflict.with(List.copyOf(strategies));
            })
        .toList();
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
    if (answer.kind() != AnswerKind.CHOOSE) {
      return resolved(
          answer,
          answer.kind() == AnswerKind.CUSTOM ? ResolutionKind.CUSTOM : ResolutionKind.UNRESOLVED,
          Optional.empty());
    }
    int index = answer.strategy().orElseThrow() - 1;
    Strategy strategy = conflict.strategies().get(index);
    Pending before = session.pending;
    if (strategy.clarificationNeeded().isEmpty()
        || session.request().yes()
        || before.exchanges() >= ContextState.MOST_EXCHANGES) {
      return resolved(answer, ResolutionKind.STRATEGY, Optional.of(strategy));
    }
    session.pending = new Pending(index, before.said(), before.exchanges());
    return ContextPhase.AWAITING_ANSWERS;
  }

  private ContextPhase resolved(
      GateAnswer answer, ResolutionKind kind, Optional<Strategy> strategy) {
    session.resolve(
        new Resolution(
            session.conflict().orElseThrow(),
            kind,
            strategy,
            session.pending.said(),
            answer.by().orElse("unknown")));
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
              (int)
                  strategy.modifications().stream()
                      .map(Modification::file)
                      .filter(
                          file ->
                              file.startsWith(".workflow/")
                                  || session.request().editable().contains(file))
                      .distinct()
                      .count(),
              0,
              0));
    }
    List<String> notes = new ArrayList<>();
    notes.add(
        "%s, %s of %d: %s, %s"
            .formatted(
                conflict.id(),
                session.resolutions.size() + 1,
                session.conflicts.size(),
                conflict.severity(),
                conflict.category()));
    notes.add("conflict: " + conflict.description());
    notes.add(
        "conflict: affects %s; %s%s"
            .formatted(
                String.join(", ", conflict.affectedFiles()),
                conflict.impact().compatibility(),
                conflict.impact().migrationRequired() ? "; needs a migration" : ""));
    if (!session.pending.said().isEmpty()) {
      notes.add(
          "decided: your answers are in strategy %d".formatted(session.pending.strategy() + 1));
    }
    notes.add(GateContent.RECOMMENDED + "1, by " + session.conflictsBy.orElse("the analyst"));
    notes.addAll(session.notes());
    return new GateContent(
        conflict.brief(), List.copyOf(options), List.of(), notes, List.of(), List.of());
  }

  private ContextPhase awaitAnswers() {
    PlanningConflict conflict = session.conflict().orElseThrow();
    Strategy strategy = session.asking();
    List<String> questions = strategy.clarificationNeeded().stream().limit(MOST_QUESTIONS).toList();
    Optional<GateAnswer> taken =
        gates.recorded(GateType.CONFLICT_QUESTIONS, () -> asked(conflict, strategy, questions));
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

  private GateContent asked(PlanningConflict conflict, Strategy strategy, List<String> questions) {
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
    return new GateContent(
        "\"%s\" needs to know:".formatted(strategy.name()),
        List.of(),
        List.copyOf(asked),
        Stream.concat(Stream.of(conflict.id() + ": " + conflict.brief()), session.notes().stream())
            .toList(),
        List.of(),
        List.of());
  }

  private record Clarified(Strategy updatedStrategy, List<String> remainingQuestions) {}

  /** The answers go into the strategy, which the human then sees again. */
  private ContextPhase clarify() {
    host.lookAgain();
    PlanningConflict conflict = session.conflict().orElseThrow();
    Pending asked = session.pending;
    Optional<Clarified> clarified =
        judged(
                "clarify-%s-%d".formatted(conflict.id(), asked.exchanges() - 1),
                Role.CONFLICT_CLARIFIER,
                this::planningDocuments,
                Map.of(
                    "conflict", json(conflict.with(List.of())),
                    "strategy", json(session.asking()),
                    "answers", json(asked.said())),
                "nobody took your answers into the strategy")
            .flatMap(AskReply::structured)
            .map(said -> WireMapper.get().convertValue(said, Clarified.class));
    List<String> open = clarified.map(Clarified::remainingQuestions).orElse(List.of());
    Strategy updated = clarified.map(Clarified::updatedStrategy).orElseGet(session::asking);
    List<Strategy> strategies = new ArrayList<>(conflict.strategies());
    strategies.set(
        asked.strategy(), WireMapper.with(updated, Map.of("clarification_needed", open)));
    session.conflicts.set(session.resolutions.size(), conflict.with(strategies));
    session.touch();
    return open.isEmpty() || asked.exchanges() >= ContextState.MOST_EXCHANGES
        ? ContextPhase.AWAITING_RESOLUTION
        : ContextPhase.AWAITING_ANSWERS;
  }

  private static String json(Object value) {
    return WireMapper.get().valueToTree(value).toString();
  }

  private ContextPhase assemble() {
    // Once, also in a session that is resumed: people may have edited the documents since.
    if (!session.written) {
      if (!drawnUp().edits().isEmpty()) {
        rules("write the modifications", rules -> rules.write(session.opened(), drawnUp().edits()))
            .ifPresent(why -> session.drawnUp = Optional.of(drawnUp().rolledBack(why)));
      }
      session.written = true;
      session.touch();
    }
    Assembled assembled =
        rules(
            "assemble the package",
            rules ->
                rules.assemble(
                    new AssembleRequest(
                        gathering(),
                        session.angles.orElseThrow(),
                        found().intent(),
                        gathered(),
                        explored(),
                        session.resolutions().stream()
                            .map(Resolution::withoutModifications)
                            .toList(),
                        drawnUp(),
                        session.notes(),
                        found().sources(),
                        SessionState.now())));
    session.assembled = Optional.of(assembled);
    session.forgetNotes();
    assembled.notes().forEach(session::note);
    long resolved =
        session.resolutions.stream().filter(one -> one.kind() != ResolutionKind.UNRESOLVED).count();
    String conflicts = Words.counted(session.conflicts.size(), "conflict");
    List<String> changed = drawnUp().edits().stream().map(Edit::path).toList();
    session.ending(
        "the context is complete: %s%s%s"
            .formatted(
                Words.counted(assembled.files(), "file"),
                session.conflicts.isEmpty()
                    ? ""
                    : ", %d of %s resolved".formatted(resolved, conflicts),
                changed.isEmpty() ? "" : "; changed " + String.join(", ", changed)));
    return ContextPhase.COMPLETE;
  }

  /** What the modifications come to; computed again on a new host, where none is written. */
  private DrawnUp drawnUp() {
    if (session.drawnUp.isEmpty()) {
      session.drawnUp =
          Optional.of(
              rules(
                  "draw up the modifications",
                  rules ->
                      rules.drawUp(
                          gathering(), session.resolutions(), session.request().editable())));
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
    return List.copyOf(sound);
  }

  @Override
  public ContextState carried() {
    return session;
  }
}
