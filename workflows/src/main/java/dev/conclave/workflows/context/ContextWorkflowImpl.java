package dev.conclave.workflows.context;

import dev.conclave.workflows.context.ContextActivities.AssembleRequest;
import dev.conclave.workflows.context.ContextActivities.Assembled;
import dev.conclave.workflows.context.ContextActivities.Detected;
import dev.conclave.workflows.context.ContextActivities.DrawnUp;
import dev.conclave.workflows.context.ContextActivities.Edit;
import dev.conclave.workflows.context.ContextActivities.Explored;
import dev.conclave.workflows.context.ContextState.Pending;
import dev.conclave.workflows.context.PlanningConflict.Strategy;
import dev.conclave.workflows.context.Resolution.Exchange;
import dev.conclave.workflows.context.Resolution.ResolutionKind;
import dev.conclave.workflows.discussion.Ledger.Question;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.GateAnswer;
import dev.conclave.workflows.gate.GateContent;
import dev.conclave.workflows.gate.GateContent.Option;
import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.model.LocalizedText;
import dev.conclave.workflows.model.Role;
import dev.conclave.workflows.session.AgentCalls;
import dev.conclave.workflows.session.FallbackChain;
import dev.conclave.workflows.session.FallbackChain.Answer;
import dev.conclave.workflows.session.SessionInput;
import dev.conclave.workflows.session.SessionRun;
import dev.conclave.workflows.session.SessionState;
import dev.conclave.workflows.temporal.ActivityProfile;
import dev.conclave.workflows.text.Bounds;
import dev.conclave.workflows.text.Cut;
import dev.conclave.workflows.text.WireMapper;
import dev.conclave.workflows.text.Words;
import io.temporal.workflow.Functions.Func;
import io.temporal.workflow.WorkflowInit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** {@inheritDoc} */
public class ContextWorkflowImpl extends SessionRun<ContextState, ContextPhase>
    implements ContextWorkflow {
  private static final String NOT_ASKED = "no agent can be asked within the budget";

  /** Longest reason of an updated strategy at a gate, in characters. */
  private static final int REASON = 1_500;

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
      case INITIALIZING -> () -> open(ContextPhase.DETECTING);
      case DETECTING -> this::detect;
      case EXPLORING -> this::explore;
      case ANALYZING_CONFLICTS -> this::analyzeConflicts;
      case AWAITING_CONFLICT -> () -> gate(this::conflict, this::decided);
      case AWAITING_CONFLICT_QUESTIONS -> () -> gate(this::questions, this::answered);
      case CLARIFYING -> this::clarify;
      case ASSEMBLING -> this::assemble;
      case COMPLETE, SAVED, CANCELLED, FAILED -> () -> phase;
    };
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
      return unexplored(
          "nobody explored: no agent can be asked; `conclave doctor` says how to get one");
    }
    session.explorations.removeIf(made -> made.failure().isPresent());
    AgentCalls calls = agents.ofNewPhase();
    List<Func<Exploration>> parts = new ArrayList<>();
    List<String> names = session.angles().names();
    for (int i = 0; i < names.size(); i++) {
      String angle = names.get(i);
      int index = i + 1;
      String seat = usable.get(i % usable.size());
      if (session.exploration(angle).isEmpty()) {
        parts.add(() -> explored(calls, angle, index, seat));
      }
    }
    AgentCalls.sideBySide(parts);
    List<String> failures = unexplored();
    if (failures.size() == names.size()) {
      return unexplored(String.join("; ", failures));
    }
    failures.forEach(session::note);
    return significant() ? ContextPhase.ANALYZING_CONFLICTS : ContextPhase.ASSEMBLING;
  }

  private List<String> unexplored() {
    return session.explorations.stream()
        .filter(made -> made.failure().isPresent())
        .map(made -> "nobody explored %s: %s".formatted(made.angle(), made.summary()))
        .toList();
  }

  /** Without any exploration there is only the plain search, which is no full context. */
  private ContextPhase unexplored(String why) {
    session.ending(Bounds.message(Optional.of(why)));
    return ContextPhase.FAILED;
  }

  private Exploration explored(AgentCalls calls, String angle, int index, String seat) {
    Answer answer =
        asked(
            calls,
            List.of(seat),
            "angle-" + angle,
            Role.CONTEXT_EXPLORER,
            () -> given("sources", found().sources()),
            Map.of("angle", angle));
    Exploration made =
        new Exploration(
            angle, index, answer.reply(), answer.failure(NOT_ASKED), SessionState.now());
    session.explorations.add(made);
    session.explorations.sort(Comparator.comparingInt(Exploration::index));
    session.touch();
    return made;
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
    String template = Words.of(role) + "-1";
    Answer answer =
        new FallbackChain(session, calls)
            .firstOf(
                session.request().moderators(first),
                (agent, attempt) -> {
                  String callId = "%s-%s-%d".formatted(id, agent, attempt);
                  return session.question(callId, 0, agent, role, template, given.get(), notes);
                },
                said -> said.structured().isPresent());
    String told = "what %s said as %s is not all right: %s";
    answer
        .reply()
        .ifPresent(
            one ->
                one.flaw()
                    .map(why -> told.formatted(one.receipt().agent(), Words.of(role), why))
                    .ifPresent(session::note));
    return answer;
  }

  private static Map<String, DocumentRef> given(String name, Optional<DocumentRef> document) {
    Map<String, DocumentRef> given = new LinkedHashMap<>();
    document.ifPresent(there -> given.put(name, there));
    return given;
  }

  /** What strategies may change; agents work in a snapshot, without what Git ignores. */
  private Map<String, DocumentRef> planningDocuments() {
    return given("planning", found().planning());
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
    answer
        .failure(NOT_ASKED)
        .ifPresent(why -> session.note("the conflicts were not analyzed: " + why));
    session.conflictsBy = answer.reply().map(said -> said.receipt().agent());
    session.conflicts =
        answer.as(Conflicts.class).stream()
            .flatMap(said -> said.conflicts().stream())
            .sorted(Comparator.comparingInt(one -> SEVERITIES.indexOf(one.severity())))
            .map(PlanningConflict::recommendedFirst)
            .collect(Collectors.toCollection(ArrayList::new));
    return afterResolution();
  }

  private ContextPhase afterResolution() {
    return session.conflict().isPresent()
        ? ContextPhase.AWAITING_CONFLICT
        : ContextPhase.ASSEMBLING;
  }

  private ContextPhase resolved(GateAnswer answer, ResolutionKind kind) {
    session.resolve(kind, answer.by().orElse("unknown"));
    return afterResolution();
  }

  private GateContent conflict() {
    PlanningConflict conflict = session.conflict().orElseThrow();
    String by = session.conflictsBy.orElse("the analyst");
    List<Option> options = new ArrayList<>();
    for (Strategy strategy : conflict.strategies()) {
      options.add(
          new Option(
              options.size() + 1,
              strategy.name(),
              strategy.approach(),
              List.of(by),
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
    String number = "%s of %d".formatted(session.resolutions.size() + 1, session.conflicts.size());
    String files = String.join(", ", conflict.affectedFiles());
    boolean migrates = conflict.impact().migrationRequired();
    return content(
        conflict.brief(),
        options,
        List.of(),
        "%s, %s: %s, %s".formatted(conflict.id(), number, conflict.severity(), conflict.category()),
        "conflict: " + conflict.description(),
        "conflict: affects %s; %s%s"
            .formatted(
                files, conflict.impact().compatibility(), migrates ? "; needs a migration" : ""),
        GateContent.RECOMMENDED + "1, by " + by);
  }

  /** What the human adds in words is kept like an answer to a question. */
  private ContextPhase decided(GateAnswer answer) {
    Pending before = session.pending;
    List<Exchange> said = new ArrayList<>(before.said());
    answer.text().ifPresent(words -> said.add(new Exchange(Exchange.IN_WORDS, words)));
    boolean chooses = answer.kind() == AnswerKind.CHOOSE;
    int index = chooses ? answer.strategy().orElseThrow() - 1 : before.strategy();
    session.pending = new Pending(index, said, before.exchanges(), before.remark());
    if (!chooses) {
      boolean byHand = answer.kind() == AnswerKind.CUSTOM;
      return resolved(answer, byHand ? ResolutionKind.CUSTOM : ResolutionKind.UNRESOLVED);
    }
    return session.asks()
        ? ContextPhase.AWAITING_CONFLICT_QUESTIONS
        : resolved(answer, ResolutionKind.STRATEGY);
  }

  private GateContent questions() {
    PlanningConflict conflict = session.conflict().orElseThrow();
    List<Question> questions = new ArrayList<>();
    for (String asked : session.asked()) {
      questions.add(
          new Question(
              "Q" + (questions.size() + 1),
              LocalizedText.of("An agent asks: \"" + asked + "\""),
              List.of(),
              Optional.empty(),
              List.of(),
              List.of(),
              Optional.empty()));
    }
    String title = "\"%s\" needs to know:".formatted(session.chosen().name());
    List<String> notes = new ArrayList<>(List.of(conflict.id() + ": " + conflict.brief()));
    session
        .pending
        .said()
        .forEach(one -> notes.add("said: " + Bounds.message(Optional.of(one.line()))));
    return content(title, List.of(), questions, notes.toArray(String[]::new));
  }

  private GateContent content(
      String title, List<Option> options, List<Question> questions, String... notes) {
    List<String> all = new ArrayList<>(List.of(notes));
    decided().forEach(one -> all.add("decided: " + one));
    all.addAll(session.notes());
    session.roster().heldBack().ifPresent(all::add);
    return new GateContent(title, options, questions, all, List.of(), List.of());
  }

  private ContextPhase answered(GateAnswer answer) {
    if (answer.kind() == AnswerKind.SKIP) {
      return resolved(answer, ResolutionKind.UNRESOLVED);
    }
    Pending before = session.pending;
    List<Exchange> said = new ArrayList<>(before.said());
    answer
        .answers()
        .forEach(
            (number, words) ->
                said.add(new Exchange(session.asked().get(Integer.parseInt(number) - 1), words)));
    session.pending = new Pending(before.strategy(), said, before.exchanges() + 1, before.remark());
    return ContextPhase.CLARIFYING;
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
                "decided", String.join("\n", decided()),
                "conflict", conflict.withoutStrategies(),
                "strategy", json(session.chosen()),
                "answers", json(pending.said())));
    Clarified clarified =
        answer.as(Clarified.class).orElseGet(() -> new Clarified(session.chosen(), "", List.of()));
    String reason = Cut.shown(clarified.rationale(), REASON);
    session.note(
        answer
            .failure(NOT_ASKED)
            .map("nobody took your answers into the strategy: "::concat)
            .orElse(
                "updated: strategy %d with your answers: %s"
                    .formatted(pending.strategy() + 1, reason)));
    session.pending =
        new Pending(
            pending.strategy(),
            pending.said(),
            pending.exchanges(),
            Optional.of(reason).filter(Predicate.not(String::isBlank)).or(pending::remark));
    Strategy updated = clarified.updatedStrategy();
    List<Strategy> strategies = new ArrayList<>(conflict.strategies());
    strategies.set(
        pending.strategy(), updated.with(clarified.remainingQuestions(), updated.modifications()));
    session.conflicts.set(session.resolutions.size(), conflict.with(strategies));
    session.touch();
    return session.asks()
        ? ContextPhase.AWAITING_CONFLICT_QUESTIONS
        : ContextPhase.AWAITING_CONFLICT;
  }

  /** How earlier conflicts were resolved: what is decided next has to fit it. */
  private List<String> decided() {
    return session.resolutions.stream()
        .map(one -> "%s, %s: %s".formatted(one.conflict().id(), one.conflict().brief(), one.told()))
        .map(one -> Bounds.message(Optional.of(one)))
        .toList();
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
                        session.gathering(),
                        session.angles(),
                        found().intent(),
                        session.gathered().or(() -> host.search(List.of())),
                        explored(),
                        session.resolutions.stream().map(Resolution::withoutModifications).toList(),
                        drawnUp(),
                        missing(),
                        found().sources(),
                        SessionState.now())));
    session.assembled = Optional.of(assembled);
    session.forgetNotes();
    assembled.notes().forEach(session::note);
    session.ending(
        "the context is complete: %s; read context-package.json in its folder, and planning-notes.md beside that"
            .formatted(outcome(assembled.files())));
    return ContextPhase.COMPLETE;
  }

  /** A gate that was answered took its notes along; a package says all that is missing. */
  private List<String> missing() {
    return Stream.of(found().notes(), unexplored(), session.notes())
        .flatMap(List::stream)
        .distinct()
        .toList();
  }

  private String outcome(int files) {
    int all = session.conflicts.size();
    long left = of(ResolutionKind.UNRESOLVED);
    long byHand = of(ResolutionKind.CUSTOM);
    List<String> changed = drawnUp().edits().stream().map(Edit::path).toList();
    return Words.counted(files, "file")
        + (all == 0
            ? ""
            : ", %d of %s resolved".formatted(all - left, Words.counted(all, "conflict"))
                + (byHand == 0 ? "" : ", %d of them by hand".formatted(byHand)))
        + (changed.isEmpty() ? "" : "; changed " + String.join(", ", changed));
  }

  private long of(ResolutionKind kind) {
    return session.resolutions.stream().filter(one -> one.kind() == kind).count();
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

  private <R> R rules(String summary, Function<ContextActivities, R> work) {
    return host.call(ContextActivities.class, ActivityProfile.RULES, summary, work);
  }

  /** What was found before anybody was asked; looked for again on a host that is new. */
  private Detected found() {
    if (session.found.isEmpty()) {
      session.found =
          Optional.of(
              rules("look for an earlier context", rules -> rules.detect(session.gathering())));
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
                  rules -> rules.drawUp(session.gathering(), session.resolutions())));
    }
    return session.drawnUp.get();
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
