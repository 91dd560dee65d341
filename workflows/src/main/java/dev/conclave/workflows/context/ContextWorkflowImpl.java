package dev.conclave.workflows.context;

import dev.conclave.workflows.context.ContextState.Pending;
import dev.conclave.workflows.context.PlanningConflict.Strategy;
import dev.conclave.workflows.context.Resolution.Exchange;
import dev.conclave.workflows.context.Resolution.ResolutionKind;
import dev.conclave.workflows.discussion.Ledger.Question;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.GateAnswer;
import dev.conclave.workflows.gate.GateContent;
import dev.conclave.workflows.gate.GateContent.Option;
import dev.conclave.workflows.gate.Note;
import dev.conclave.workflows.gate.Note.NoteKind;
import dev.conclave.workflows.model.LocalizedText;
import dev.conclave.workflows.session.SessionInput;
import dev.conclave.workflows.session.SessionRun;
import dev.conclave.workflows.text.Bounds;
import io.temporal.workflow.WorkflowInit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** {@inheritDoc} */
public class ContextWorkflowImpl extends SessionRun<ContextState, ContextPhase>
    implements ContextWorkflow {
  private final ContextFindings findings;

  /** State is there before the first message: a signal may be delivered ahead of {@link #run}. */
  @WorkflowInit
  public ContextWorkflowImpl(SessionInput<ContextRequest, ContextState> input) {
    this(ContextState.of(input));
  }

  private ContextWorkflowImpl(ContextState state) {
    super(state, state);
    findings = new ContextFindings(state, host, documents);
  }

  @Override
  public ContextState run(SessionInput<ContextRequest, ContextState> input) {
    runToEnd(input.unsent());
    return state;
  }

  @Override
  protected Supplier<ContextPhase> work(ContextPhase phase) {
    return switch (phase) {
      case INITIALIZING -> () -> open(ContextPhase.DETECTING);
      case DETECTING -> exploring()::detect;
      case EXPLORING -> exploring()::explore;
      case ANALYZING_CONFLICTS -> conflicts()::analyze;
      case AWAITING_CONFLICT -> () -> gate(this::conflict, this::decided);
      case AWAITING_CONFLICT_QUESTIONS -> () -> gate(this::questions, this::answered);
      case CLARIFYING -> conflicts()::clarify;
      case ASSEMBLING -> new PackageAssembly(state, host, findings)::assemble;
      case COMPLETE, SAVED, CANCELLED, FAILED -> () -> phase;
    };
  }

  private Exploring exploring() {
    return new Exploring(state, host, agents.ofNewPhase(), findings);
  }

  private ConflictAnalysis conflicts() {
    return new ConflictAnalysis(state, host, agents.ofNewPhase(), findings);
  }

  private ContextPhase resolved(GateAnswer answer, ResolutionKind kind) {
    state.resolve(kind, answer.by().orElse("unknown"));
    return state.afterResolution();
  }

  private GateContent conflict() {
    PlanningConflict conflict = state.conflict().orElseThrow();
    String by = state.conflictsBy.orElse("the analyst");
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
              strategy.documents(state.request().editable()),
              0,
              0));
    }
    String number = "%s of %d".formatted(state.resolutions.size() + 1, state.conflicts.size());
    String files = String.join(", ", conflict.affectedFiles());
    boolean migrates = conflict.impact().migrationRequired();
    return content(
        conflict.brief(),
        options,
        List.of(),
        Note.of(
            NoteKind.SUBJECT,
            conflict.id(),
            "%s, %s: %s, %s"
                .formatted(conflict.id(), number, conflict.severity(), conflict.category())),
        Note.of(NoteKind.CONFLICT, conflict.description()),
        Note.of(
            NoteKind.CONFLICT,
            "affects %s; %s%s"
                .formatted(
                    files,
                    conflict.impact().compatibility(),
                    migrates ? "; needs a migration" : "")),
        Note.of(NoteKind.RECOMMENDED, "1, by " + by));
  }

  /** What the human adds in words is kept like an answer to a question. */
  private ContextPhase decided(GateAnswer answer) {
    Pending before = state.pending;
    List<Exchange> said = new ArrayList<>(before.said());
    answer.text().ifPresent(words -> said.add(new Exchange(Exchange.IN_WORDS, words)));
    boolean chooses = answer.kind() == AnswerKind.CHOOSE;
    int index = chooses ? answer.body().chosen().orElseThrow() - 1 : before.strategy();
    state.pending = new Pending(index, said, before.exchanges(), before.remark());
    if (!chooses) {
      boolean byHand = answer.kind() == AnswerKind.CUSTOM;
      return resolved(answer, byHand ? ResolutionKind.CUSTOM : ResolutionKind.UNRESOLVED);
    }
    return state.asks()
        ? ContextPhase.AWAITING_CONFLICT_QUESTIONS
        : resolved(answer, ResolutionKind.STRATEGY);
  }

  private GateContent questions() {
    PlanningConflict conflict = state.conflict().orElseThrow();
    List<Question> questions = new ArrayList<>();
    for (String asked : state.asked()) {
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
    String title = "\"%s\" needs to know:".formatted(state.chosen().name());
    List<Note> notes = new ArrayList<>();
    notes.add(Note.of(NoteKind.SUBJECT, conflict.id(), conflict.id() + ": " + conflict.brief()));
    for (Exchange one : state.pending.said()) {
      notes.add(Note.of(NoteKind.SAID, "said: " + Bounds.message(Optional.of(one.line()))));
    }
    return content(title, List.of(), questions, notes.toArray(Note[]::new));
  }

  private GateContent content(
      String title, List<Option> options, List<Question> questions, Note... notes) {
    List<Note> all = new ArrayList<>(List.of(notes));
    state.decided().forEach(one -> all.add(Note.of(NoteKind.DECIDED, one)));
    all.addAll(state.noted());
    state.roster().heldBack().ifPresent(all::add);
    return new GateContent(title, options, questions, all, List.of(), List.of());
  }

  private ContextPhase answered(GateAnswer answer) {
    if (answer.kind() == AnswerKind.SKIP) {
      return resolved(answer, ResolutionKind.UNRESOLVED);
    }
    Pending before = state.pending;
    List<Exchange> said = new ArrayList<>(before.said());
    answer
        .answers()
        .forEach(
            (number, words) ->
                said.add(new Exchange(state.asked().get(Integer.parseInt(number) - 1), words)));
    state.pending = new Pending(before.strategy(), said, before.exchanges() + 1, before.remark());
    return ContextPhase.CLARIFYING;
  }

  @Override
  public ContextState fullState() {
    return state;
  }
}
