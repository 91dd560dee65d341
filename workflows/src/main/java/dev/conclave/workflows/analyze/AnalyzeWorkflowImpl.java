package dev.conclave.workflows.analyze;

import dev.conclave.workflows.analyze.AnalysisTask.ExecMode;
import dev.conclave.workflows.analyze.AnalysisTask.Status;
import dev.conclave.workflows.analyze.AnalyzeState.Feedback;
import dev.conclave.workflows.api.AskReply;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.api.Role;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Ledger.Question;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.GateAnswer;
import dev.conclave.workflows.gate.GateAnswer.AnalysisMode;
import dev.conclave.workflows.gate.GateContent;
import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.session.AgentCalls;
import dev.conclave.workflows.session.FallbackChain;
import dev.conclave.workflows.session.RoundLedger;
import dev.conclave.workflows.session.SessionInput;
import dev.conclave.workflows.session.SessionRun;
import dev.conclave.workflows.session.SessionState;
import dev.conclave.workflows.temporal.ActivityProfile;
import dev.conclave.workflows.temporal.Bounds;
import dev.conclave.workflows.temporal.WireMapper;
import dev.conclave.workflows.temporal.Words;
import io.temporal.workflow.WorkflowInit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** {@inheritDoc} */
public class AnalyzeWorkflowImpl extends SessionRun<AnalyzeState, AnalyzePhase>
    implements AnalyzeWorkflow {
  private static final String RULES = "rules";
  private static final String NO_AGENT =
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
    return session;
  }

  @Override
  protected Supplier<AnalyzePhase> work(AnalyzePhase phase) {
    return switch (phase) {
      case INITIALIZING -> this::open;
      case ANALYZING_TOPIC -> this::analyzeTopic;
      case AWAITING_CONFIGURATION -> this::awaitConfiguration;
      case AWAITING_BREAKDOWN -> this::awaitBreakdown;
      case RUNNING_TASKS -> this::runTasks;
      case AWAITING_RETRY -> this::awaitRetry;
      case AWAITING_FEEDBACK -> this::awaitFeedback;
      case AWAITING_COMPLETION -> this::awaitCompletion;
      case COMPLETE, SAVED, CANCELLED, FAILED -> () -> phase;
    };
  }

  private AnalyzePhase open() {
    host.open();
    host.listAgents();
    host.nameTree("");
    return AnalyzePhase.ANALYZING_TOPIC;
  }

  /** By the first agent that says it, else by rules; what the user set stands. */
  private AnalyzePhase analyzeTopic() {
    host.lookAgain();
    FallbackChain chain = new FallbackChain(session, agents.ofNewPhase());
    Optional<AskReply> reply =
        chain.firstOf(
            session.request().moderators(session.request().analysts(session.roster().agents())),
            this::question,
            said -> said.structured().isPresent(),
            new ArrayList<>());
    session.configuredBy = reply.map(said -> said.receipt().agent());
    Optional<TopicConfiguration> found =
        reply
            .flatMap(AskReply::structured)
            .map(said -> WireMapper.get().convertValue(said, Topic.class).configuration());
    session.configuration =
        Optional.of(
            wished(
                found.orElseGet(
                    () -> {
                      session.configuredBy = Optional.of(RULES);
                      return host.call(
                          AnalyzeActivities.class,
                          ActivityProfile.RULES,
                          "configure the topic by rules",
                          rules -> rules.configure(session.request().task()));
                    })));
    return AnalyzePhase.AWAITING_CONFIGURATION;
  }

  private record Topic(List<String> dimensions, List<String> perspectives, int complexity) {
    TopicConfiguration configuration() {
      return new TopicConfiguration(
          dimensions, perspectives, complexity, TopicConfiguration.modeFor(complexity));
    }
  }

  private TopicConfiguration wished(TopicConfiguration found) {
    AnalyzeRequest request = session.request();
    return new TopicConfiguration(
        found.dimensions(),
        (request.perspectives().isEmpty() ? found.perspectives() : request.perspectives())
            .stream().distinct().toList(),
        found.complexity(),
        // Quick has one perspective of its own.
        request
            .mode()
            .orElse(
                found.mode() == AnalysisMode.QUICK && !request.perspectives().isEmpty()
                    ? AnalysisMode.STANDARD
                    : found.mode()));
  }

  private AskRequest question(String agent, int attempt) {
    return session.question(
        "topic-" + agent + "-" + attempt,
        0,
        agent,
        Role.TOPIC_ANALYZER,
        "topic-analyzer-1",
        Map.of(),
        Map.of());
  }

  private AnalyzePhase awaitConfiguration() {
    Optional<GateAnswer> answer = gates.recorded(GateType.CONFIGURATION, this::shown);
    if (answer.isEmpty()) {
      return session.phase();
    }
    answer
        .get()
        .mode()
        .ifPresent(mode -> session.configuration = session.configuration.map(set -> set.as(mode)));
    session.table = Optional.of(session.pipeline().tasks());
    return AnalyzePhase.AWAITING_BREAKDOWN;
  }

  private GateContent shown() {
    return content(
        "Analyze the topic this way?",
        Stream.concat(
                Stream.of(
                    session.configuration.orElseThrow().sentence(),
                    "configured by " + session.configuredBy.orElseThrow(),
                    "choose another mode: approve --mode quick, standard or deep"),
                session.modelAnalysts().isEmpty() ? Stream.of(NO_AGENT) : Stream.empty())
            .toList());
  }

  private GateContent content(String title, List<String> notes) {
    return GateContent.of(title, Stream.concat(notes.stream(), session.notes().stream()).toList());
  }

  private AnalyzePhase awaitBreakdown() {
    Optional<GateAnswer> taken =
        gates.recorded(
            GateType.TASKS,
            () ->
                content(
                    "Carry out these tasks?",
                    Stream.concat(
                            session.tasks().tasks().stream().map(AnalyzeWorkflowImpl::line),
                            Stream.of(
                                "choose others: change tasks.csv in the session's folder, then answer edit"))
                        .toList()));
    if (taken.isEmpty()) {
      return session.phase();
    }
    GateAnswer answer = taken.get();
    switch (answer.kind()) {
      case EDIT -> {
        session.tasks(TaskTable.parse(answer.text().orElseThrow()).withWaves());
        return AnalyzePhase.AWAITING_BREAKDOWN;
      }
      case CANCEL -> {
        return cancelled(answer);
      }
      default -> {
        return AnalyzePhase.RUNNING_TASKS;
      }
    }
  }

  private static String line(AnalysisTask task) {
    return "wave %d: %s, %s (%s)"
        .formatted(
            task.wave(), task.id(), Bounds.topic(task.title()), Bounds.topic(task.perspective()));
  }

  private AnalyzePhase cancelled(GateAnswer answer) {
    session.ending("cancelled by " + answer.by().orElse("unknown"));
    return AnalyzePhase.CANCELLED;
  }

  private AnalyzePhase runTasks() {
    host.lookAgain();
    Optional<Integer> wave = session.tasks().nextWave();
    if (wave.isEmpty()) {
      // One failed perspective skips all that waits for it.
      return failedWave() > 0 && !concluded()
          ? AnalyzePhase.AWAITING_RETRY
          : AnalyzePhase.AWAITING_COMPLETION;
    }
    List<AnalysisTask> tasks =
        session.tasks().pending(wave.get()).stream()
            .filter(task -> task.execMode() == ExecMode.CSV_WAVE)
            .toList();
    if (tasks.isEmpty()) {
      return AnalyzePhase.AWAITING_FEEDBACK;
    }
    List<String> usable = session.modelAnalysts();
    if (usable.isEmpty()) {
      session.ending(NO_AGENT);
      return AnalyzePhase.FAILED;
    }
    AgentCalls calls = agents.ofNewPhase();
    new TaskWave(session, host, documents, calls, usable).run(tasks);
    if (calls.decided() && session.tasks().tasks().stream().anyMatch(t -> t.is(Status.COMPLETED))) {
      // The human took what there is: nothing is to be tried again.
      return AnalyzePhase.AWAITING_COMPLETION;
    }
    return session.tasks().allFailed(wave.get())
        ? AnalyzePhase.AWAITING_RETRY
        : AnalyzePhase.RUNNING_TASKS;
  }

  private boolean concluded() {
    return session.tasks().tasks().stream()
        .anyMatch(
            task -> task.role() == AnalysisTask.TaskRole.SYNTHESIZER && task.is(Status.COMPLETED));
  }

  /** The last wave in which a task failed; 0 when none did. */
  private int failedWave() {
    return session.tasks().tasks().stream()
        .filter(task -> task.is(Status.FAILED))
        .mapToInt(AnalysisTask::wave)
        .max()
        .orElse(0);
  }

  private AnalyzePhase awaitRetry() {
    int wave = failedWave();
    Optional<GateAnswer> taken =
        gates.recorded(
            GateType.WAVE_FAILURE,
            () ->
                content(
                    "Tasks of wave " + wave + " failed, and the others wait for them.",
                    Stream.concat(
                            Stream.of(AnalyzeState.progress(session.tasks())),
                            session.tasks().tasks().stream()
                                .filter(task -> task.wave() == wave && task.is(Status.FAILED))
                                .map(task -> task.id() + ": " + task.error()))
                        .toList()));
    if (taken.isEmpty()) {
      return session.phase();
    }
    if (taken.get().kind() == AnswerKind.RETRY) {
      session.tasks(session.tasks().retried(wave));
      return AnalyzePhase.RUNNING_TASKS;
    }
    session.ending(
        "tasks of wave %d failed; try again with `conclave resume %s`"
            .formatted(wave, session.session()));
    return AnalyzePhase.SAVED;
  }

  /** How the discussion goes on; also of an analysis that was complete and is continued. */
  private AnalyzePhase awaitFeedback() {
    Optional<GateAnswer> taken = gates.recorded(GateType.DISCUSSION, this::discussion);
    if (taken.isEmpty()) {
      return session.phase();
    }
    GateAnswer answer = taken.get();
    if (!answer.answers().isEmpty() && session.last.isPresent()) {
      int more = session.pipeline().feedbackGates();
      session.last =
          Optional.of(
              RoundLedger.recounted(
                  session,
                  host,
                  documents,
                  () -> session.ledgerDocument(documents),
                  1 + more,
                  more));
    }
    Optional<AnalysisTask> asks =
        session.tasks().nextWave().stream()
            .flatMap(wave -> session.tasks().pending(wave).stream())
            .filter(task -> task.execMode() == ExecMode.INTERACTIVE)
            .findFirst();
    String words = Words.of(answer.kind());
    String said =
        Stream.concat(answer.text().stream(), answer.questions().stream())
            .collect(Collectors.joining("; ", words + ": ", ""))
            .replaceFirst(": $", "");
    asks.ifPresent(
        task -> {
          session.feedback.add(
              new Feedback(
                  task.id(), task.discussionRound(), Bounds.shortened(said), SessionState.now()));
          session.tasks(session.tasks().completed(task.id(), said));
        });
    AnalysisPipeline pipeline = session.pipeline();
    TaskTable table = session.tasks();
    session.tasks(
        switch (answer.kind()) {
          case DEEPEN -> pipeline.deepened(table);
          case ADJUST -> pipeline.adjusted(table, answer.text().orElseThrow());
          case ASK -> pipeline.asked(table, answer.questions());
          default -> asks.isPresent() ? pipeline.concluded(table) : table;
        });
    return AnalyzePhase.RUNNING_TASKS;
  }

  private GateContent discussion() {
    List<String> notes = new ArrayList<>();
    notes.add(
        session.last.isEmpty()
            ? AnalyzeState.progress(session.tasks())
            : "discussion %d: %s, %s"
                .formatted(
                    session.round(),
                    Words.counted(agreed(), "agreed point"),
                    Words.counted(session.openConflicts(any -> true).size(), "conflict")
                        + " open"));
    session.answered(session.round()).forEach(found -> notes.add(GateContent.ANSWERED + found));
    List<Question> questions = session.unanswered();
    Set<String> asked = questions.stream().map(Question::id).collect(Collectors.toSet());
    session
        .openConflicts(conflict -> !asked.contains(conflict.id()))
        .forEach(question -> notes.add(GateContent.OPEN + question));
    return new GateContent(
        "How should the discussion go on?",
        List.of(),
        questions,
        Stream.concat(notes.stream(), session.notes().stream()).toList(),
        List.of(),
        List.of());
  }

  private int agreed() {
    return session.ledger().points(Ledger.Point.PointState.AGREED).size();
  }

  private AnalyzePhase awaitCompletion() {
    Optional<GateAnswer> taken =
        gates.recorded(
            GateType.COMPLETION,
            () ->
                content(
                    "The analysis is done: " + AnalyzeState.progress(session.tasks()) + ".",
                    completion()));
    if (taken.isEmpty()) {
      return session.phase();
    }
    GateAnswer answer = taken.get();
    String where = "kept in its folder";
    if (answer.kind() == AnswerKind.ARCHIVE) {
      session.archived = true;
      where = "moved to the archive";
    } else if (answer.kind() == AnswerKind.EXPORT) {
      String target = answer.target().orElseThrow();
      Optional<String> refused = folder.export(target);
      if (refused.isPresent()) {
        session.note("not exported to " + target + ": " + refused.get());
        return AnalyzePhase.AWAITING_COMPLETION;
      }
      where = "exported to " + target;
    }
    session.ending(
        "the analysis is complete and %s; ask for more with `conclave analyze --continue %s`"
            .formatted(where, session.session()));
    return AnalyzePhase.COMPLETE;
  }

  private List<String> completion() {
    List<String> notes = new ArrayList<>();
    notes.add(
        "read it in context.md of the session's folder; ask for more, now or later, with `conclave analyze --continue %s`"
            .formatted(session.session()));
    session.tasks().tasks().stream()
        .filter(task -> task.is(Status.FAILED))
        .limit(SHOWN)
        .map(task -> task.id() + " failed: " + task.error())
        .forEach(notes::add);
    newest(Discovery.DiscoveryType.CONCLUSION, "point")
        .map("conclusion: "::concat)
        .forEach(notes::add);
    newest(Discovery.DiscoveryType.RECOMMENDATION, "action")
        .map(GateContent.RECOMMENDED::concat)
        .forEach(notes::add);
    session.questions.stream().limit(SHOWN).map(GateContent.OPEN::concat).forEach(notes::add);
    return notes;
  }

  /** Those of the last syntheses: the gate is bounded, context.md has them all. */
  private Stream<String> newest(Discovery.DiscoveryType type, String field) {
    List<Discovery> all = session.discoveries.of(type);
    return all.stream().skip(Math.max(0, all.size() - SHOWN)).map(one -> one.text(field));
  }

  @Override
  public AnalyzeState carried() {
    return session;
  }
}
