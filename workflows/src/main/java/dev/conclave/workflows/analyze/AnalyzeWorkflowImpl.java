package dev.conclave.workflows.analyze;

import dev.conclave.workflows.analyze.AnalysisTask.DiscussionType;
import dev.conclave.workflows.analyze.AnalysisTask.Status;
import dev.conclave.workflows.analyze.AnalyzeState.Feedback;
import dev.conclave.workflows.analyze.Discoveries.Discovery;
import dev.conclave.workflows.analyze.Discoveries.DiscoveryType;
import dev.conclave.workflows.discussion.Ledger.Question;
import dev.conclave.workflows.gate.Answer.Approve;
import dev.conclave.workflows.gate.Answer.Ask;
import dev.conclave.workflows.gate.Answer.Export;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.Decision;
import dev.conclave.workflows.gate.GateAnswer;
import dev.conclave.workflows.gate.GateContent;
import dev.conclave.workflows.gate.Note;
import dev.conclave.workflows.gate.Note.NoteKind;
import dev.conclave.workflows.gate.Note.Severity;
import dev.conclave.workflows.model.Role;
import dev.conclave.workflows.session.AgentCalls;
import dev.conclave.workflows.session.AgentQuestion;
import dev.conclave.workflows.session.AgentQuestion.Given;
import dev.conclave.workflows.session.FallbackChain;
import dev.conclave.workflows.session.FallbackChain.Answer;
import dev.conclave.workflows.session.RoundLedger;
import dev.conclave.workflows.session.SessionInput;
import dev.conclave.workflows.session.SessionRun;
import dev.conclave.workflows.session.SessionState;
import dev.conclave.workflows.text.Bounds;
import dev.conclave.workflows.text.Words;
import io.temporal.workflow.WorkflowInit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** {@inheritDoc} */
public class AnalyzeWorkflowImpl extends SessionRun<AnalyzeState, AnalyzePhase>
    implements AnalyzeWorkflow {
  private static final Optional<String> RULES = Optional.of("rules");
  static final String NO_AGENT =
      "no agent can be asked, and an analysis needs one: `conclave doctor` says how to get one";

  /** Most entries of one kind that the completion gate shows. */
  private static final int SHOWN = 12;

  /** State is there before the first message: a signal may be delivered ahead of {@link #run}. */
  @WorkflowInit
  public AnalyzeWorkflowImpl(SessionInput<AnalyzeRequest, AnalyzeState> input) {
    this(AnalyzeState.of(input));
  }

  private AnalyzeWorkflowImpl(AnalyzeState state) {
    super(state, state);
  }

  @Override
  public AnalyzeState run(SessionInput<AnalyzeRequest, AnalyzeState> input) {
    runToEnd(input.unsent());
    return state;
  }

  @Override
  protected Supplier<AnalyzePhase> work(AnalyzePhase phase) {
    return switch (phase) {
      case INITIALIZING -> () -> open(AnalyzePhase.ANALYZING_TOPIC);
      case ANALYZING_TOPIC -> this::analyzeTopic;
      case AWAITING_CONFIGURATION -> () -> gate(this::configuration, this::configured);
      case AWAITING_TASKS -> () -> gate(this::breakdown, this::accepted);
      case RUNNING_TASKS ->
          () -> {
            host.refresh();
            AgentCalls calls = agents.ofNewPhase(Math.max(1, state.request().concurrency()));
            return new TaskWave(state, host, documents, calls).run();
          };
      case AWAITING_WAVE_FAILURE -> () -> gate(this::failures, this::retried);
      case AWAITING_DISCUSSION -> () -> gate(this::discussion, this::discussed);
      case AWAITING_COMPLETION -> () -> gate(this::results, this::completed);
      case COMPLETE, SAVED, CANCELLED, FAILED -> () -> phase;
    };
  }

  private GateContent content(String title, List<Question> questions, List<Note> notes) {
    List<Note> all = new ArrayList<>(notes);
    all.addAll(state.noted());
    state.roster().heldBack().ifPresent(all::add);
    return new GateContent(title, List.of(), questions, all, List.of(), List.of());
  }

  /** By the first agent that says it, else by rules; what the user set stands. */
  private AnalyzePhase analyzeTopic() {
    host.refresh();
    FallbackChain chain = new FallbackChain(state, agents.ofNewPhase());
    Answer answer =
        chain.ask(
            chain.firstOf(
                state.request().moderators(state.request().analysts(state.roster().agents())),
                said -> said.structured().isPresent()),
            new AgentQuestion(
                "topic",
                0,
                Role.TOPIC_ANALYZER,
                () -> new Given("topic-analyzer-1", Map.of(), Map.of())));
    Optional<Topic> topic = answer.as(Topic.class);
    String why =
        topic
            .map(Topic::why)
            .filter(Optional::isPresent)
            .map(Bounds::message)
            .map(": "::concat)
            .orElse("");
    state.configuredBy = answer.reply().map(said -> said.receipt().agent() + why).or(() -> RULES);
    state.configuration =
        Optional.of(
            topic
                .map(Topic::configuration)
                .orElseGet(() -> TopicConfiguration.byWords(state.request().task()))
                .withUserChoices(state.request().mode(), state.request().perspectives()));
    return AnalyzePhase.AWAITING_CONFIGURATION;
  }

  private record Topic(
      List<String> dimensions, List<String> perspectives, int complexity, Optional<String> why) {
    TopicConfiguration configuration() {
      return TopicConfiguration.of(dimensions, perspectives, complexity);
    }
  }

  private GateContent configuration() {
    List<Note> notes = new ArrayList<>();
    notes.add(Note.of(NoteKind.SUBJECT, state.configuration.orElseThrow().sentence()));
    notes.add(detail("configured by " + state.configuredBy.orElseThrow()));
    notes.add(
        detail(
            "choose another mode: approve --mode quick (no discussion), standard (one) or deep (up to five)"));
    if (state.modelAnalysts().isEmpty()) {
      notes.add(Note.warning(NO_AGENT));
    }
    return content("Analyze the topic this way?", List.of(), notes);
  }

  private AnalyzePhase configured(GateAnswer answer) {
    state.configuration =
        state.configuration.map(
            set -> set.withUserChoices(answer.as(Approve.class).flatMap(Approve::mode), List.of()));
    state.table = Optional.of(state.pipeline().tasks());
    return AnalyzePhase.AWAITING_TASKS;
  }

  private GateContent breakdown() {
    List<Note> notes = new ArrayList<>();
    for (AnalysisTask task : state.tasks().tasks()) {
      String title = Bounds.topic(task.title());
      String eyes = Bounds.topic(task.perspective());
      String after = task.deps().isEmpty() ? "" : ", after " + String.join(", ", task.deps());
      String line =
          "wave %d: %s, %s (%s)%s"
              .formatted(task.wave(), task.id(), title, eyes, Bounds.topic(after));
      notes.add(Note.of(NoteKind.TASK, task.id(), line));
    }
    notes.add(
        detail(
            "choose others: change tasks.csv in the session's folder, then answer edit; edit FILE takes another table"));
    return content("Carry out these tasks?", List.of(), notes);
  }

  private AnalyzePhase accepted(GateAnswer answer) {
    if (answer.kind() == AnswerKind.EDIT) {
      state.tasks(TaskTable.parse(answer.text().orElseThrow()).withWaves());
      return AnalyzePhase.AWAITING_TASKS;
    }
    return AnalyzePhase.RUNNING_TASKS;
  }

  private GateContent failures() {
    List<AnalysisTask> failed = state.tasks().with(Status.FAILED);
    List<Note> notes = new ArrayList<>();
    notes.add(Note.of(NoteKind.SUBJECT, state.tasks().progress()));
    failed.forEach(task -> notes.add(failed(task, ": ")));
    List<String> waves = failed.stream().map(task -> "wave " + task.wave()).distinct().toList();
    String title = "Tasks of %s failed, and the others wait for them.";
    return content(title.formatted(String.join(", ", waves)), List.of(), notes);
  }

  private static Note failed(AnalysisTask task, String how) {
    return new Note(NoteKind.TASK, Severity.WARNING, task.id(), task.id() + how + task.error());
  }

  private static Note detail(String text) {
    return Note.of(NoteKind.DETAIL, text);
  }

  private AnalyzePhase retried(GateAnswer answer) {
    if (answer.kind() == AnswerKind.RETRY) {
      state.tasks(state.tasks().retried());
      return AnalyzePhase.RUNNING_TASKS;
    }
    state.ending("tasks failed; try again with `conclave resume " + state.session() + "`");
    return AnalyzePhase.SAVED;
  }

  private GateContent discussion() {
    List<Note> notes = new ArrayList<>();
    notes.add(
        Note.of(
            NoteKind.SUBJECT,
            state.last.isEmpty()
                ? state.tasks().progress()
                : "discussion %d: %s".formatted(state.round(), state.standing())));
    state.tasks().with(Status.COMPLETED).stream()
        .filter(task -> task.answers() && task.discussionRound() == state.round())
        .forEach(task -> notes.add(Note.of(NoteKind.ANSWERED, task.id(), task.findings())));
    state.resolvedConflicts().forEach(one -> notes.add(Note.of(NoteKind.SETTLED, one)));
    conclusions().forEach(notes::add);
    List<Question> questions = state.unanswered();
    List<String> ids = questions.stream().map(Question::id).toList();
    List<String> open = state.openConflicts(conflict -> !ids.contains(conflict.id()));
    Stream.concat(open.stream(), state.disputed().stream())
        .forEach(one -> notes.add(Note.of(NoteKind.OPEN, one)));
    return content("How should the discussion go on?", questions, notes);
  }

  /** How the discussion goes on; also of an analysis that was complete and is continued. */
  private AnalyzePhase discussed(GateAnswer answer) {
    if (!answer.answers().isEmpty() && state.last.isPresent()) {
      recount();
    }
    Optional<AnalysisTask> feedback =
        state.tasks().next().stream().filter(AnalysisTask::interactive).findFirst();
    feedback.ifPresent(task -> state.tasks(state.tasks().completed(task.id(), words(answer))));
    AnalysisPipeline pipeline = state.pipeline();
    String wish = AnalysisPipeline.wish(answer);
    TaskTable table = state.tasks();
    state.tasks(
        switch (answer.kind()) {
          case DEEPEN -> pipeline.discussed(table, DiscussionType.DEEPEN, wish);
          case ADJUST -> pipeline.discussed(table, DiscussionType.DIRECTION_ADJUSTED, wish);
          case ASK -> pipeline.discussed(table, DiscussionType.SPECIFIC_QUESTIONS, wish);
          default -> feedback.isPresent() ? pipeline.concluded(table) : table;
        });
    // One that is continued when it was complete has no task that waited for the human.
    Optional<AnalysisTask> about = feedback.or(() -> state.tasks().next().stream().findFirst());
    int before = feedback.isPresent() ? 0 : 1;
    about.ifPresent(
        task ->
            state.feedback.add(
                new Feedback(
                    task.id(),
                    task.discussionRound() - before,
                    Bounds.shortened(words(answer)),
                    SessionState.now())));
    return AnalyzePhase.RUNNING_TASKS;
  }

  private void recount() {
    int more = state.pipeline().feedbackGates();
    state.last =
        Optional.of(
            RoundLedger.recounted(
                state, host, documents, () -> state.ledgerDocument(documents), 1 + more, more));
  }

  /** What the human wants, in words, with the answers given to questions at the same time. */
  private String words(GateAnswer answer) {
    List<String> said = new ArrayList<>(answer.text().stream().toList());
    answer.as(Ask.class).ifPresent(ask -> said.addAll(ask.questions()));
    Decision last = state.decisions().get(state.decisions().size() - 1);
    last.answers().forEach(one -> said.add(one.id() + ": " + one.words()));
    return Words.of(answer.kind()) + (said.isEmpty() ? "" : ": " + String.join("; ", said));
  }

  private GateContent results() {
    List<Note> notes = new ArrayList<>();
    state.tasks().tasks().stream()
        .filter(AnalysisTask::concluded)
        .reduce((earlier, later) -> later)
        .ifPresent(
            task -> {
              notes.add(Note.of(NoteKind.SUBJECT, task.findings()));
              notes.add(detail("more: `conclave analyze --continue " + state.session() + "`"));
            });
    notes.add(detail("report: context.md in the session's folder"));
    state.tasks().with(Status.FAILED).stream()
        .limit(SHOWN)
        .forEach(task -> notes.add(failed(task, " failed: ")));
    conclusions().forEach(notes::add);
    newest(DiscoveryType.RECOMMENDATION)
        .forEach(one -> notes.add(Note.of(NoteKind.RECOMMENDED, one.text("action"))));
    state.questions.stream()
        .limit(SHOWN)
        .forEach(one -> notes.add(Note.of(NoteKind.OPEN, "the synthesizer asks: " + one)));
    return content("The analysis is done: " + state.tasks().progress() + ".", List.of(), notes);
  }

  private Stream<Note> conclusions() {
    return newest(DiscoveryType.CONCLUSION)
        .map(one -> Note.of(NoteKind.CONCLUSION, one.text("point")));
  }

  /** The gate is bounded, context.md has them all. */
  private Stream<Discovery> newest(DiscoveryType type) {
    return state.concluded(type).stream().limit(SHOWN);
  }

  private AnalyzePhase completed(GateAnswer answer) {
    String where = "kept in its folder";
    if (answer.kind() == AnswerKind.ARCHIVE) {
      state.archived = true;
      where = "moved to the archive";
    } else if (answer.body() instanceof Export export) {
      String target = export.target();
      Optional<String> refused = folder.export(target);
      if (refused.isPresent()) {
        state.note("not exported to " + target + ": " + refused.get());
        return AnalyzePhase.AWAITING_COMPLETION;
      }
      where = "exported to " + target;
    }
    if (state.tasks().tasks().stream().noneMatch(AnalysisTask::concluded)) {
      state.ending(
          "the analysis has no conclusion (%s) and is %s; try again with `conclave resume %s`"
              .formatted(state.tasks().progress(), where, state.session()));
      return AnalyzePhase.SAVED;
    }
    state.ending(
        "the analysis is complete and %s; ask for more with `conclave analyze --continue %s`"
            .formatted(where, state.session()));
    return AnalyzePhase.COMPLETE;
  }

  @Override
  public AnalyzeState fullState() {
    return state;
  }
}
