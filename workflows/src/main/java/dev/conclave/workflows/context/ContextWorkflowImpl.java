package dev.conclave.workflows.context;

import dev.conclave.workflows.api.AgentStatus;
import dev.conclave.workflows.api.AskReply;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.api.DocumentRef;
import dev.conclave.workflows.api.Role;
import dev.conclave.workflows.api.SearchActivities;
import dev.conclave.workflows.api.SearchActivities.GatherRequest;
import dev.conclave.workflows.api.Workspace;
import dev.conclave.workflows.api.WorkspaceActivities.Tree;
import dev.conclave.workflows.context.ContextActivities.AssembleRequest;
import dev.conclave.workflows.context.ContextActivities.Detected;
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
import dev.conclave.workflows.session.FallbackChain.SeatResult;
import dev.conclave.workflows.session.SessionInput;
import dev.conclave.workflows.session.SessionKind;
import dev.conclave.workflows.session.SessionRun;
import dev.conclave.workflows.session.SessionState;
import dev.conclave.workflows.temporal.ActivityProfile;
import dev.conclave.workflows.temporal.TaskQueues;
import dev.conclave.workflows.temporal.WireMapper;
import dev.conclave.workflows.temporal.Words;
import io.temporal.workflow.Functions.Func;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInit;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
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
    return gathering(session.opened(), session.named());
  }

  private Gathering gathering(Workspace there, Tree tree) {
    return new Gathering(
        SessionKind.folderName(session.session()),
        session.request().task(),
        there,
        tree.id(),
        tree.head().or(there::head));
  }

  private ContextPhase detect() {
    Detected found =
        rules(
            "look for an earlier context",
            rules ->
                rules.detect(
                    gathering(), session.request().sources(), session.request().editable()));
    found.notes().forEach(session::note);
    session.intent = Optional.of(found.intent());
    session.sources = found.sources();
    session.planning = found.planning();
    session.angles = Optional.of(Angles.of(session.request().task()));
    if (found.existing().isPresent()) {
      session.assembled = found.existing();
      session.ending("the context of this session still fits the workspace: nothing was gathered");
      return ContextPhase.COMPLETE;
    }
    return ContextPhase.EXPLORING;
  }

  /** Each angle by an agent; what failed earlier in a resumed session is tried again. */
  private ContextPhase explore() {
    host.lookAgain();
    session.gathered =
        host.unlessFailing(
            "the search",
            () ->
                host.call(
                    SearchActivities.class,
                    ActivityProfile.GATHER_CONTEXT,
                    "search",
                    search -> search.gather(search(session.opened(), session.named()))));
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

  private GatherRequest search(Workspace there, Tree tree) {
    return new GatherRequest(
        session.session(), session.request().task(), List.of(), there, tree.id());
  }

  private Exploration explored(AgentCalls calls, String angle, int index, String seat) {
    Instant started = SessionState.now();
    Set<String> used = new HashSet<>(List.of(AgentStatus.DIRECT, seat));
    SeatResult result =
        new FallbackChain(session, calls)
            .ask(
                seat,
                used,
                question(
                    "angle-" + angle,
                    Role.CONTEXT_EXPLORER,
                    "context-explorer-1",
                    () -> session.sources.map(text -> Map.of("sources", text)).orElse(Map.of()),
                    Map.of("angle", angle)));
    Optional<AskReply> sound = result.reply().filter(reply -> reply.structured().isPresent());
    Instant ended = SessionState.now();
    Exploration made =
        new Exploration(
            angle,
            index,
            sound,
            sound.isPresent()
                ? Optional.empty()
                : Optional.of(result.why().orElse("the budget is used up")),
            ended,
            Duration.between(started, ended).toSeconds());
    session.explorations.add(made);
    session.explorations.sort(Comparator.comparingInt(Exploration::index));
    session.touch();
    return made;
  }

  /** Requests whose ids stay, whatever is decided while they wait for the budget. */
  private BiFunction<String, Integer, AskRequest> question(
      String call,
      Role role,
      String template,
      Supplier<Map<String, DocumentRef>> given,
      Map<String, String> notes) {
    String id = "%s.%d".formatted(call, session.decisions().size());
    return (agent, attempt) ->
        session.question(
            "%s-%s-%d".formatted(id, agent, attempt), 0, agent, role, template, given.get(), notes);
  }

  /** One grave sign, or two of medium weight. */
  private boolean significant() {
    long high = session.explorations.stream().mapToLong(made -> made.indicators("high")).sum();
    long medium = session.explorations.stream().mapToLong(made -> made.indicators("medium")).sum();
    return high >= 1 || medium >= 2;
  }

  /** The documents of the sound explorations, by angle, on the current host. */
  private Map<String, DocumentRef> exploredDocuments() {
    Map<String, DocumentRef> given = planningDocuments();
    for (Exploration made : session.explorations) {
      documents
          .analyses(made.reply().stream().toList())
          .forEach(document -> given.put("exploration " + made.angle(), document));
    }
    return given;
  }

  private Map<String, DocumentRef> planningDocuments() {
    Map<String, DocumentRef> given = new LinkedHashMap<>();
    session.planning.ifPresent(texts -> given.put("planning", texts));
    return given;
  }

  private ContextPhase analyzeConflicts() {
    host.lookAgain();
    List<String> reasons = new ArrayList<>();
    Optional<AskReply> reply =
        new FallbackChain(session, agents.ofNewPhase())
            .firstOf(
                session.request().moderators(session.modelAnalysts()),
                question(
                    "conflicts",
                    Role.CONFLICT_ANALYST,
                    "conflict-analyst-1",
                    this::exploredDocuments,
                    Map.of()),
                said -> said.structured().isPresent(),
                reasons);
    if (reply.isEmpty()) {
      String why = reasons.isEmpty() ? "the budget is used up" : String.join("; ", reasons);
      session.skipped = Optional.of(why);
      session.note("the conflicts were not analyzed: " + why);
      return ContextPhase.ASSEMBLING;
    }
    session.conflictsBy = reply.map(said -> said.receipt().agent());
    session.conflicts = new ArrayList<>(conflicts(reply.get()));
    return afterResolution();
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
    String by = answer.by().orElse("unknown");
    if (answer.kind() != AnswerKind.CHOOSE) {
      ResolutionKind kind =
          answer.kind() == AnswerKind.CUSTOM ? ResolutionKind.CUSTOM : ResolutionKind.UNRESOLVED;
      session.resolve(new Resolution(conflict, kind, Optional.empty(), List.of(), by));
      return afterResolution();
    }
    int index = answer.strategy().orElseThrow() - 1;
    Strategy strategy = conflict.strategies().get(index);
    Optional<Pending> asked = session.pending;
    boolean asks =
        !strategy.clarificationNeeded().isEmpty()
            && !session.request().yes()
            && asked.map(Pending::exchanges).orElse(0) < ContextState.MOST_EXCHANGES;
    if (asks) {
      session.pending =
          Optional.of(
              new Pending(
                  index,
                  List.of(),
                  asked.map(Pending::earlier).orElse(List.of()),
                  asked.map(Pending::exchanges).orElse(0)));
      return ContextPhase.AWAITING_ANSWERS;
    }
    session.resolve(
        new Resolution(
            conflict,
            ResolutionKind.STRATEGY,
            Optional.of(strategy),
            asked.map(Pending::earlier).orElse(List.of()),
            by));
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
    session
        .pending
        .filter(asked -> !asked.earlier().isEmpty())
        .ifPresent(
            asked ->
                notes.add(
                    "decided: your answers are in strategy %d".formatted(asked.strategy() + 1)));
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
      session.pending = Optional.empty();
      session.resolve(
          new Resolution(
              conflict,
              ResolutionKind.UNRESOLVED,
              Optional.empty(),
              List.of(),
              taken.get().by().orElse("unknown")));
      return afterResolution();
    }
    Map<String, String> answers = taken.get().answers();
    List<Exchange> exchanges = new ArrayList<>();
    for (int i = 0; i < questions.size(); i++) {
      String question = questions.get(i);
      Optional.ofNullable(answers.get(Integer.toString(i + 1)))
          .ifPresent(said -> exchanges.add(new Exchange(question, said)));
    }
    session.pending =
        session.pending.map(
            before ->
                new Pending(
                    before.strategy(),
                    List.copyOf(exchanges),
                    before.earlier(),
                    before.exchanges()));
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

  private record Clarified(
      boolean uniquenessConfirmed,
      String rationale,
      Strategy updatedStrategy,
      List<String> remainingQuestions) {}

  /** The answers go into the strategy, which the human then sees again. */
  private ContextPhase clarify() {
    host.lookAgain();
    PlanningConflict conflict = session.conflict().orElseThrow();
    Pending asked = session.pending.orElseThrow();
    Strategy strategy = session.asking();
    List<String> reasons = new ArrayList<>();
    List<Exchange> all = Stream.concat(asked.earlier().stream(), asked.answers().stream()).toList();
    Optional<Clarified> clarified =
        new FallbackChain(session, agents.ofNewPhase())
            .firstOf(
                session.request().moderators(session.modelAnalysts()),
                question(
                    "clarify-%s-%d".formatted(conflict.id(), asked.exchanges()),
                    Role.CONFLICT_CLARIFIER,
                    "conflict-clarifier-1",
                    this::planningDocuments,
                    Map.of(
                        "conflict",
                            WireMapper.get().valueToTree(conflict.with(List.of())).toString(),
                        "strategy", WireMapper.get().valueToTree(strategy).toString(),
                        "answers", WireMapper.get().valueToTree(all).toString())),
                said -> said.structured().isPresent(),
                reasons)
            .flatMap(AskReply::structured)
            .map(said -> WireMapper.get().convertValue(said, Clarified.class));
    if (clarified.isEmpty()) {
      session.note(
          "nobody took your answers into the strategy: "
              + (reasons.isEmpty() ? "the budget is used up" : String.join("; ", reasons)));
    }
    List<String> open = clarified.map(Clarified::remainingQuestions).orElse(List.of());
    Strategy updated = clarified.map(Clarified::updatedStrategy).orElse(strategy).asking(open);
    List<Strategy> strategies = new ArrayList<>(conflict.strategies());
    strategies.set(asked.strategy(), updated);
    session.conflicts.set(session.resolutions.size(), conflict.with(List.copyOf(strategies)));
    int exchanges = asked.exchanges() + 1;
    session.pending = Optional.of(new Pending(asked.strategy(), List.of(), all, exchanges));
    session.touch();
    return open.isEmpty() || exchanges >= ContextState.MOST_EXCHANGES
        ? ContextPhase.AWAITING_RESOLUTION
        : ContextPhase.AWAITING_ANSWERS;
  }

  private ContextPhase assemble() {
    if (session.drawnUp.isEmpty()) {
      session.drawnUp =
          Optional.of(
              rules(
                  "draw up the modifications",
                  rules ->
                      rules.drawUp(
                          gathering(), session.resolutions(), session.request().editable())));
    }
    // Once, also in a session that is resumed: people may have edited the documents since.
    if (!session.written) {
      session.rolledBack =
          session.drawnUp.orElseThrow().edits().isEmpty()
              ? Optional.empty()
              : rules(
                  "write the modifications",
                  rules -> rules.write(session.opened(), session.drawnUp.orElseThrow().edits()));
      session.written = true;
      session.touch();
    }
    List<Resolution> resolutions =
        session.resolutions().stream().map(Resolution::withoutModifications).toList();
    session.assembled =
        Optional.of(
            rules(
                "assemble the package",
                rules ->
                    rules.assemble(
                        new AssembleRequest(
                            gathering(),
                            session.angles.orElseThrow(),
                            session.intent.orElseThrow(),
                            session.gathered,
                            soundExplorations(),
                            resolutions,
                            session.drawnUp.orElseThrow(),
                            session.rolledBack,
                            session.skipped,
                            session.sources,
                            SessionState.now()))));
    Instant at = SessionState.now();
    rules(
            "write the planning notes",
            rules -> rules.note(gathering(), session.assembled.orElseThrow(), resolutions, at))
        .ifPresent(why -> session.note("planning-notes.md is not written: " + why));
    session.assembled.orElseThrow().notes().stream()
        .filter(note -> session.notes().stream().noneMatch(known -> known.startsWith(note)))
        .forEach(session::note);
    List<String> changed =
        session.rolledBack.isPresent()
            ? List.of()
            : session.drawnUp.orElseThrow().edits().stream().map(Edit::path).toList();
    session.ending(
        "the context is complete: %s%s%s"
            .formatted(
                Words.counted(session.assembled.orElseThrow().files(), "file"),
                session.conflicts.isEmpty()
                    ? ""
                    : ", %d of %s resolved"
                        .formatted(
                            session.resolutions.stream()
                                .filter(one -> one.kind() != ResolutionKind.UNRESOLVED)
                                .count(),
                            Words.counted(session.conflicts.size(), "conflict")),
                changed.isEmpty() ? "" : "; changed " + String.join(", ", changed)));
    return ContextPhase.COMPLETE;
  }

  private List<Explored> soundExplorations() {
    List<Explored> sound = new ArrayList<>();
    for (Exploration made : session.explorations) {
      documents
          .analyses(made.reply().stream().toList())
          .forEach(document -> sound.add(new Explored(made.angle(), made.index(), document)));
    }
    return List.copyOf(sound);
  }

  @Override
  protected void relocate(
      Workspace from,
      Workspace to,
      List<AgentStatus> agents,
      Optional<Tree> tree,
      Duration patience) {
    String queue = TaskQueues.host(to.host());
    if (session.gathered.isPresent()) {
      session.gathered =
          host.unlessFailing(
              "the search",
              () ->
                  Workflow.newActivityStub(
                          SearchActivities.class,
                          ActivityProfile.GATHER_CONTEXT.on(queue, "search anew", patience))
                      .gather(search(to, tree.orElseThrow())));
    }
    ContextActivities rules =
        Workflow.newActivityStub(
            ContextActivities.class,
            ActivityProfile.RULES.on(queue, "read the documents anew", patience));
    if (session.intent.isPresent()) {
      Optional<Detected> found =
          host.unlessFailing(
              "reading the documents anew",
              () ->
                  rules.detect(
                      gathering(to, tree.orElseThrow()),
                      session.request().sources(),
                      session.request().editable()));
      session.sources = found.flatMap(Detected::sources);
      session.planning = found.flatMap(Detected::planning);
    }
    if (session.drawnUp.isPresent() && !session.written) {
      session.drawnUp =
          Optional.of(
              rules.drawUp(
                  gathering(to, tree.orElseThrow()),
                  session.resolutions(),
                  session.request().editable()));
    }
    session.moveTo(to, agents, tree);
    session.note("host " + from.hostName() + " is gone: host " + to.hostName() + " goes on");
    session.touch();
  }

  @Override
  public ContextState carried() {
    return session;
  }
}
