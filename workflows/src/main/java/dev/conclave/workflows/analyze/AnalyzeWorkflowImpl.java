package dev.conclave.workflows.analyze;

import dev.conclave.workflows.analyze.AnalysisTask.DiscussionType;
import dev.conclave.workflows.analyze.AnalysisTask.Status;
import dev.conclave.workflows.analyze.AnalyzeState.Feedback;
import dev.conclave.workflows.gate.Answer.Approve;
import dev.conclave.workflows.gate.Answer.Ask;
import dev.conclave.workflows.gate.Answer.Export;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.Decision;
import dev.conclave.workflows.gate.GateAnswer;
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
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/** {@inheritDoc} */
public class AnalyzeWorkflowImpl extends SessionRun<AnalyzeRequest, AnalyzeState, AnalyzePhase>
    implements AnalyzeWorkflow {
  private static final String RULES = "rules";

  private final AnalyzeGateContent content;

  /** Initializes the state here because a signal may be delivered before {@link #run}. */
  @WorkflowInit
  public AnalyzeWorkflowImpl(SessionInput<AnalyzeRequest, AnalyzeState> input) {
    this(input.state(AnalyzeState::new));
  }

  private AnalyzeWorkflowImpl(AnalyzeState state) {
    super(state, new AnalyzeGateContent(state));
    content = new AnalyzeGateContent(state);
  }

  @Override
  protected Supplier<AnalyzePhase> work(AnalyzePhase phase) {
    return switch (phase) {
      case INITIALIZING -> () -> open(AnalyzePhase.ANALYZING_TOPIC);
      case ANALYZING_TOPIC -> this::analyzeTopic;
      case AWAITING_CONFIGURATION ->
          () -> gates.next(phase, content::configuration, this::configured);
      case AWAITING_TASKS -> () -> gates.next(phase, content::breakdown, this::accepted);
      case RUNNING_TASKS ->
          () -> {
            host.refresh(" again");
            AgentCalls calls = agents.ofNewPhase(Math.max(1, state.request().concurrency()));
            return new TaskWave(state, host, documents, calls).run();
          };
      case AWAITING_WAVE_FAILURE -> () -> gates.next(phase, content::failures, this::afterFailure);
      case AWAITING_DISCUSSION -> () -> gates.next(phase, content::discussion, this::discussed);
      case AWAITING_COMPLETION -> () -> gates.next(phase, content::results, this::completed);
      case COMPLETE, SAVED, CANCELLED, FAILED -> () -> phase;
    };
  }

  /** Uses the first agent that replies, else rules; the user's settings take precedence. */
  private AnalyzePhase analyzeTopic() {
    host.refresh(" again");
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
    answer
        .failure("")
        .filter(why -> !why.isEmpty())
        .ifPresent(why -> state.note("no agent could analyze the topic: " + why));
    Optional<Topic> topic = answer.as(Topic.class);
    String why =
        topic
            .map(Topic::why)
            .filter(Optional::isPresent)
            .map(Bounds::message)
            .map(": "::concat)
            .orElse("");
    state.configuredBy = answer.reply().map(said -> said.receipt().agent() + why).orElse(RULES);
    state.configuration =
        topic
            .map(Topic::configuration)
            .orElseGet(() -> TopicConfiguration.fromKeywords(state.request().task()))
            .withUserChoices(state.request().mode(), state.request().perspectives());
    return AnalyzePhase.AWAITING_CONFIGURATION;
  }

  private record Topic(
      List<String> dimensions, List<String> perspectives, int complexity, Optional<String> why) {
    TopicConfiguration configuration() {
      return TopicConfiguration.of(dimensions, perspectives, complexity);
    }
  }

  private AnalyzePhase configured(GateAnswer answer) {
    state.configuration =
        Objects.requireNonNull(state.configuration)
            .withUserChoices(answer.as(Approve.class).flatMap(Approve::mode), List.of());
    state.tasks(state.pipeline().tasks());
    return AnalyzePhase.AWAITING_TASKS;
  }

  private AnalyzePhase accepted(GateAnswer answer) {
    if (answer.kind() == AnswerKind.EDIT) {
      state.tasks(TaskTable.parse(answer.text().orElseThrow()).withWaves());
      return AnalyzePhase.AWAITING_TASKS;
    }
    return AnalyzePhase.RUNNING_TASKS;
  }

  private AnalyzePhase afterFailure(GateAnswer answer) {
    if (answer.kind() == AnswerKind.RETRY) {
      state.tasks(state.tasks().retried());
      return AnalyzePhase.RUNNING_TASKS;
    }
    if (answer.kind() == AnswerKind.CONTINUE) {
      if (state.tasks().with(Status.COMPLETED).isEmpty()) {
        return AnalyzePhase.AWAITING_COMPLETION;
      }
      state.tasks(state.pipeline().withSynthesis(state.tasks()));
      return AnalyzePhase.RUNNING_TASKS;
    }
    state.setEnding("tasks failed; to retry: `conclave resume " + state.handle() + "`");
    return AnalyzePhase.SAVED;
  }

  /** Continues the discussion, also of a completed analysis. */
  private AnalyzePhase discussed(GateAnswer answer) {
    if (!answer.answers().isEmpty() && state.last != null) {
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
          case DEEPEN -> pipeline.withDiscussion(table, DiscussionType.DEEPEN, wish);
          case ADJUST -> pipeline.withDiscussion(table, DiscussionType.DIRECTION_ADJUSTED, wish);
          case ASK -> pipeline.withDiscussion(table, DiscussionType.SPECIFIC_QUESTIONS, wish);
          default -> feedback.isPresent() ? pipeline.withSynthesis(table) : table;
        });
    // A completed analysis that is continued has no pending feedback task.
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
        RoundLedger.recount(
            state,
            host,
            documents,
            () -> state.ledgerDocument(documents).orElse(null),
            1 + more,
            more);
  }

  /** Returns the human's text and the answers to questions. */
  private String words(GateAnswer answer) {
    List<String> said = new ArrayList<>(answer.text().stream().toList());
    answer.as(Ask.class).ifPresent(ask -> said.addAll(ask.questions()));
    Decision last = state.decisions().get(state.decisions().size() - 1);
    last.answers().forEach(one -> said.add(one.id() + ": " + one.words()));
    return Words.of(answer.kind()) + (said.isEmpty() ? "" : ": " + String.join("; ", said));
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
        state.note("export to " + target + " failed: " + refused.get());
        return AnalyzePhase.AWAITING_COMPLETION;
      }
      where = "exported to " + target;
    }
    if (state.tasks().tasks().stream().noneMatch(AnalysisTask::concluded)) {
      state.setEnding(
          "the analysis has no conclusion (%s) and was %s; to retry: `conclave resume %s`"
              .formatted(state.tasks().progress(), where, state.handle()));
      return AnalyzePhase.SAVED;
    }
    state.setEnding(
        "the analysis is complete and was %s; to continue: `conclave analyze --continue %s`"
            .formatted(where, state.handle()));
    return AnalyzePhase.COMPLETE;
  }
}
