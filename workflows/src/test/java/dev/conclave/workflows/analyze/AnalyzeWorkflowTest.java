package dev.conclave.workflows.analyze;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.workflows.api.AgentActivities;
import dev.conclave.workflows.api.AgentStatus;
import dev.conclave.workflows.api.AskReply;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.api.DocumentRef;
import dev.conclave.workflows.api.Drift;
import dev.conclave.workflows.api.Notification;
import dev.conclave.workflows.api.NotificationActivities;
import dev.conclave.workflows.api.NotificationEvent;
import dev.conclave.workflows.api.Receipt;
import dev.conclave.workflows.api.RosterActivities;
import dev.conclave.workflows.api.Tree;
import dev.conclave.workflows.api.Workspace;
import dev.conclave.workflows.api.WorkspaceActivities;
import dev.conclave.workflows.api.WorkspaceSpec;
import dev.conclave.workflows.config.BudgetLimits;
import dev.conclave.workflows.gate.AnalysisMode;
import dev.conclave.workflows.gate.AnswerOutcome;
import dev.conclave.workflows.gate.AnswerReply;
import dev.conclave.workflows.gate.Decision;
import dev.conclave.workflows.session.Deadline;
import dev.conclave.workflows.session.DeadlinePolicy;
import dev.conclave.workflows.session.ProjectionRequest;
import dev.conclave.workflows.session.SessionActivities;
import dev.conclave.workflows.session.SessionKind;
import dev.conclave.workflows.session.SessionWorkflow;
import dev.conclave.workflows.temporal.ConclaveDataConverter;
import dev.conclave.workflows.temporal.Message;
import dev.conclave.workflows.temporal.TaskQueues;
import dev.conclave.workflows.temporal.WireMapper;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.client.WorkflowUpdateException;
import io.temporal.failure.CanceledFailure;
import io.temporal.testing.TestEnvironmentOptions;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.worker.WorkerOptions;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An analysis has the machinery of every session, and its own configuration gate. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class AnalyzeWorkflowTest {
  private static final String ID = "uan-限流-20261121";
  private static final String HOST = "h1";
  private static final String CONFIGURE =
      "{\"gate\":\"1-configuration\",\"kind\":\"approve\",\"mode\":\"deep\",\"by\":\"ada\"}";
  private static final TopicConfiguration TECHNICAL =
      new TopicConfiguration(List.of("security"), List.of("technical"), 5, AnalysisMode.STANDARD);

  private final Lima lima = new Lima();
  private final TestWorkflowEnvironment environment =
      TestWorkflowEnvironment.newInstance(
          TestEnvironmentOptions.newBuilder()
              .setWorkflowClientOptions(
                  WorkflowClientOptions.newBuilder()
                      .setDataConverter(ConclaveDataConverter.of(Optional.empty()))
                      .build())
              .build());
  private AnalyzeWorkflow session;
  private String firstRun = "";

  @BeforeEach
  void serve() {
    environment
        .newWorker(
            TaskQueues.WORKFLOWS,
            WorkerOptions.newBuilder().setDefaultDeadlockDetectionTimeout(60_000).build())
        .registerWorkflowImplementationTypes(AnalyzeWorkflowImpl.class);
    for (String queue :
        List.of(
            TaskQueues.host(HOST),
            TaskQueues.notifications(HOST),
            TaskQueues.agent(HOST, "codex"))) {
      environment.newWorker(queue).registerActivitiesImplementations(lima);
    }
    environment.start();
  }

  @AfterEach
  void close() {
    environment.close();
  }

  @Test
  void the_first_usable_agent_configures_the_topic_and_the_human_chooses_another_mode() {
    start(Optional.empty());
    AnalyzeState waiting = at("1-configuration");

    assertThat(waiting.configuration()).contains(TECHNICAL);
    assertThat(waiting.configuredBy()).contains("codex");
    assertThat(waiting.gates().open().orElseThrow().shown().notes())
        .containsExactly(
            "standard: technical; on security; complexity 5 of 10", "configured by codex");
    AnswerReply reply = session.answer(json(CONFIGURE));
    AnalyzeState end = end();

    assertThat(reply.outcome()).isEqualTo(AnswerOutcome.ACCEPTED);
    assertThat(end.phase()).isEqualTo(AnalyzePhase.SAVED);
    assertThat(end.configuration().orElseThrow().mode()).isEqualTo(AnalysisMode.DEEP);
    assertThat(end.decisions()).extracting(Decision::gate).containsExactly("1-configuration");
    assertThat(end.budget().calls()).isEqualTo(1);
  }

  @Test
  void a_signal_answers_as_an_update_does() {
    start(Optional.empty());
    at("1-configuration");

    session.submitAnswer(json(CONFIGURE));

    assertThat(end().configuration().orElseThrow().mode()).isEqualTo(AnalysisMode.DEEP);
  }

  @Test
  void rules_configure_a_topic_for_which_no_agent_gives_a_usable_reply() {
    lima.reply = Optional.empty();
    start(Optional.empty());

    assertThat(at("1-configuration").configuredBy()).contains("rules");
    assertThat(lima.asked)
        .extracting(AskRequest::callId)
        .containsExactly("topic-codex-1", "topic-codex-1-repair");
  }

  @Test
  void an_answer_of_another_kind_of_session_is_refused_with_what_is_expected_here() {
    start(Optional.empty());
    at("1-configuration");

    assertThatThrownBy(
            () -> session.answer(json("{\"gate\":\"1-configuration\",\"kind\":\"more-analysis\"}")))
        .isInstanceOf(WorkflowUpdateException.class)
        .cause()
        .hasMessageContaining("gate 1-configuration expects one of: approve");
  }

  @Test
  void its_folder_and_its_people_are_told_until_the_end() {
    start(Optional.empty());
    at("1-configuration");
    session.answer(json(CONFIGURE));
    AnalyzeState end = end();

    assertThat(lima.projected)
        .extracting(ProjectionRequest::kind)
        .containsOnly(SessionKind.ANALYZE);
    assertThat(lima.projected.get(lima.projected.size() - 1).revision()).isEqualTo(end.revision());
    assertThat(lima.told)
        .extracting(Notification::event)
        .startsWith(NotificationEvent.AWAITING)
        .endsWith(NotificationEvent.ENDED);
  }

  @Test
  void who_knows_nothing_but_that_it_is_a_session_can_cancel_it() {
    start(Optional.empty());
    at("1-configuration");

    environment
        .getWorkflowClient()
        .newWorkflowStub(SessionWorkflow.class, ID)
        .cancelSession(json("{\"by\":\"bo\"}"));

    AnalyzeState end = end();
    assertThat(end.phase()).isEqualTo(AnalyzePhase.CANCELLED);
    assertThat(end.ending()).contains("cancelled by bo");
    assertThat(end.resumeAt()).isEqualTo(AnalyzePhase.AWAITING_CONFIGURATION);
  }

  @Test
  void a_cancel_request_from_outside_cleans_up_and_closes_it_as_cancelled() {
    start(Optional.empty());
    at("1-configuration");

    WorkflowStub.fromTyped(session).cancel();

    assertThatThrownBy(this::end).hasCauseInstanceOf(CanceledFailure.class);
    assertThat(session.carried().phase()).isEqualTo(AnalyzePhase.CANCELLED);
  }

  @Test
  void its_deadline_saves_it() {
    start(Optional.of(new Deadline(Duration.ofHours(4), DeadlinePolicy.SAVE)));
    at("1-configuration");
    AnalyzeState end = end();

    assertThat(end.phase()).isEqualTo(AnalyzePhase.SAVED);
    assertThat(end.ending()).contains("the deadline passed: saved, as its policy says");
  }

  /** The policy approves one of several options; what a configuration approves is none. */
  @Test
  void a_deadline_that_is_to_approve_an_option_approves_no_configuration() {
    start(Optional.of(new Deadline(Duration.ofHours(4), DeadlinePolicy.APPROVE_FIRST)));
    at("1-configuration");
    AnalyzeState end = end();

    assertThat(end.phase()).isEqualTo(AnalyzePhase.SAVED);
    assertThat(end.decisions()).isEmpty();
  }

  @Test
  void a_long_run_is_continued_as_new_with_its_gate_still_open() {
    start(Optional.empty());
    at("1-configuration");

    lengthen();
    carried(state -> continued() && !state.gates().refused().isEmpty());

    assertThat(at("1-configuration").configuration())
        .as("known from the run before")
        .contains(TECHNICAL);
    session.answer(json(CONFIGURE));
    assertThat(end().phase()).isEqualTo(AnalyzePhase.SAVED);
    assertThat(lima.asked).hasSize(1);
  }

  private void start(Optional<Deadline> deadline) {
    session =
        environment
            .getWorkflowClient()
            .newWorkflowStub(
                AnalyzeWorkflow.class,
                WorkflowOptions.newBuilder()
                    .setWorkflowId(ID)
                    .setTaskQueue(TaskQueues.WORKFLOWS)
                    .build());
    AnalyzeRequest request =
        new AnalyzeRequest(
            "限流",
            WorkspaceSpec.ofPath(HOST, "/repo"),
            List.of("gemini", "codex"),
            false,
            List.of(),
            Optional.empty(),
            List.of(),
            false,
            BudgetLimits.NONE,
            deadline,
            List.of("en"),
            16 << 10,
            false,
            "ada");
    firstRun =
        WorkflowClient.start(session::run, new AnalyzeInput(request, Optional.empty(), List.of()))
            .getRunId();
  }

  private AnalyzeState at(String gate) {
    return carried(state -> state.gates().open().filter(g -> g.id().equals(gate)).isPresent());
  }

  private AnalyzeState carried(Predicate<AnalyzeState> wanted) {
    for (int i = 0; i < 2_000; i++) {
      AnalyzeState state = session.carried();
      if (wanted.test(state)) {
        return state;
      }
      pause();
    }
    throw new AssertionError("the session never came to it: " + session.carried());
  }

  private static void pause() {
    try {
      Thread.sleep(25);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  private AnalyzeState end() {
    return WorkflowStub.fromTyped(session).getResult(AnalyzeState.class);
  }

  private boolean continued() {
    return !WorkflowStub.fromTyped(session).describe().getExecution().getRunId().equals(firstRun);
  }

  /** With refused signals of noise, which the converter cannot compress. */
  private void lengthen() {
    Random letters = new Random(7);
    for (int i = 0; i < 20; i++) {
      String noise =
          letters
              .ints(450_000, 'a', 'z' + 1)
              .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
              .toString();
      session.submitAnswer(
          json("{\"gate\":\"0-none\",\"kind\":\"cancel\",\"text\":\"" + noise + "\"}"));
    }
  }

  private static Message json(String json) {
    try {
      return Message.of(WireMapper.get().readTree(json));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** A host with a workspace, a folder, people, and codex but no gemini. */
  public static final class Lima
      implements WorkspaceActivities,
          SessionActivities,
          NotificationActivities,
          RosterActivities,
          AnalyzeActivities,
          AgentActivities {
    final List<AskRequest> asked = new CopyOnWriteArrayList<>();
    volatile Optional<String> reply =
        Optional.of(
            "{\"dimensions\":[\"security\"],\"perspectives\":[\"technical\"],\"complexity\":5}");
    final List<ProjectionRequest> projected = new CopyOnWriteArrayList<>();
    final List<Notification> told = new CopyOnWriteArrayList<>();
    final List<String> probes = new CopyOnWriteArrayList<>();

    @Override
    public Workspace open(WorkspaceSpec spec) {
      return new Workspace(
          HOST,
          "lima",
          "key-1",
          spec.path().orElseThrow(),
          spec.url(),
          "/repo/.workflow/.csv-wave",
          true,
          Optional.of("c0ffee"));
    }

    @Override
    public Tree nameTree(Workspace workspace) {
      return new Tree("a".repeat(40), Optional.of("c0ffee"), false, 3, 0, Optional.empty());
    }

    @Override
    public Drift probe(Workspace workspace, String fromTree, List<String> citedFiles) {
      probes.add(fromTree);
      return new Drift(fromTree, fromTree, 0, List.of());
    }

    @Override
    public long project(ProjectionRequest request) {
      projected.add(request);
      return request.revision();
    }

    @Override
    public List<AgentStatus> list(List<String> agents) {
      return agents.stream()
          .map(
              agent ->
                  new AgentStatus(
                      agent,
                      agent.equals("codex"),
                      Optional.empty(),
                      Optional.empty(),
                      Duration.ofMinutes(10),
                      Duration.ofMinutes(15),
                      false))
          .toList();
    }

    @Override
    public TopicConfiguration configure(String topic) {
      return TECHNICAL;
    }

    @Override
    public AskReply ask(AskRequest request) {
      asked.add(request);
      DocumentRef document = new DocumentRef("d".repeat(64), 2);
      return new AskReply(
          receipt(request),
          document,
          document,
          Optional.empty(),
          Optional.empty(),
          reply.isPresent() ? List.of() : List.of("the reply holds no JSON object"),
          false,
          Optional.empty(),
          reply.map(
              text -> {
                try {
                  return (ObjectNode) WireMapper.get().readTree(text);
                } catch (IOException e) {
                  throw new AssertionError(e);
                }
              }));
    }

    private static Receipt receipt(AskRequest request) {
      Instant at = Instant.parse("2026-11-21T00:00:00Z");
      return new Receipt(
          request.callId(),
          request.agent(),
          request.agent(),
          Optional.empty(),
          List.of(),
          Optional.empty(),
          request.tree(),
          at,
          at.plusSeconds(1),
          Optional.of(0),
          Optional.empty(),
          1,
          10,
          Optional.empty(),
          100,
          50,
          Optional.empty(),
          "reported");
    }

    @Override
    public List<String> send(Notification notification) {
      told.add(notification);
      return List.of();
    }
  }
}
