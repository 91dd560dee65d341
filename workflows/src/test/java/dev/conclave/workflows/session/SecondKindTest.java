package dev.conclave.workflows.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.conclave.workflows.api.Notification;
import dev.conclave.workflows.api.Notification.NotificationEvent;
import dev.conclave.workflows.api.NotificationActivities;
import dev.conclave.workflows.api.Workspace;
import dev.conclave.workflows.api.WorkspaceActivities;
import dev.conclave.workflows.api.WorkspaceActivities.Drift;
import dev.conclave.workflows.api.WorkspaceActivities.Tree;
import dev.conclave.workflows.api.WorkspaceSpec;
import dev.conclave.workflows.config.BudgetLimits;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.AnswerReply;
import dev.conclave.workflows.gate.AnswerReply.AnswerOutcome;
import dev.conclave.workflows.gate.Decision;
import dev.conclave.workflows.gate.GateAnswer.AnalysisMode;
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
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A second kind of session has the whole machinery by writing its own phases alone. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SecondKindTest {
  private static final String ID = "uan-限流-20261121";
  private static final String HOST = "h1";
  private static final String CONFIGURE =
      "{\"gate\":\"1-configuration\",\"kind\":\"approve\",\"mode\":\"deep\",\"by\":\"ada\"}";
  private static final String APPROVE_TASKS =
      "{\"gate\":\"2-tasks\",\"kind\":\"approve\",\"by\":\"ada\"}";

  private final Lima lima = new Lima();
  private final TestWorkflowEnvironment environment =
      TestWorkflowEnvironment.newInstance(
          TestEnvironmentOptions.newBuilder()
              .setWorkflowClientOptions(
                  WorkflowClientOptions.newBuilder()
                      .setDataConverter(ConclaveDataConverter.of(Optional.empty()))
                      .build())
              .build());
  private TopicWorkflow session;
  private String firstRun = "";

  @BeforeEach
  void serve() {
    environment
        .newWorker(
            TaskQueues.WORKFLOWS,
            WorkerOptions.newBuilder().setDefaultDeadlockDetectionTimeout(60_000).build())
        .registerWorkflowImplementationTypes(TopicWorkflow.Impl.class);
    for (String queue : List.of(TaskQueues.host(HOST), TaskQueues.notifications(HOST))) {
      environment.newWorker(queue).registerActivitiesImplementations(lima);
    }
    environment.start();
  }

  @AfterEach
  void close() {
    environment.close();
  }

  @Test
  void answers_by_update_and_by_signal_lead_it_through_its_gates_to_its_end() {
    start(Optional.empty());
    at("1-configuration");

    AnswerReply reply = session.answer(json(CONFIGURE));
    at("2-tasks");
    session.submitAnswer(json(APPROVE_TASKS));
    TopicWorkflow.State end = end();

    assertThat(reply.outcome()).isEqualTo(AnswerOutcome.ACCEPTED);
    assertThat(end.phase()).isEqualTo(TopicWorkflow.Phase.COMPLETE);
    assertThat(end.mode).contains(AnalysisMode.DEEP);
    assertThat(end.gates().open()).isEmpty();
    assertThat(end.decisions())
        .extracting(Decision::gate)
        .containsExactly("1-configuration", "2-tasks");
    assertThat(lima.probes).as("what no gate holds against the workspace").isEmpty();
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
  void its_folder_is_ordered_by_its_kind_and_shows_the_end() {
    start(Optional.empty());
    at("1-configuration");
    session.answer(json(CONFIGURE));
    at("2-tasks");
    session.answer(json(APPROVE_TASKS));
    TopicWorkflow.State end = end();

    assertThat(lima.projected)
        .extracting(ProjectionRequest::kind)
        .containsOnly(SessionKind.ANALYZE);
    assertThat(lima.projected.get(lima.projected.size() - 1).revision()).isEqualTo(end.revision());
  }

  @Test
  void people_are_told_that_it_awaits_them_and_that_it_ended() {
    start(Optional.empty());
    at("1-configuration");
    session.answer(json(CONFIGURE));
    at("2-tasks");
    session.answer(json("{\"gate\":\"2-tasks\",\"kind\":\"cancel\",\"by\":\"ada\"}"));

    assertThat(end().phase()).isEqualTo(TopicWorkflow.Phase.CANCELLED);
    assertThat(lima.told).extracting(Notification::event).endsWith(NotificationEvent.ENDED);
    assertThat(lima.told).extracting(Notification::event).contains(NotificationEvent.AWAITING);
  }

  @Test
  void who_knows_nothing_but_that_it_is_a_session_can_steer_it() {
    start(Optional.empty());
    at("1-configuration");
    SessionWorkflow any =
        environment.getWorkflowClient().newWorkflowStub(SessionWorkflow.class, ID);

    any.answer(json(CONFIGURE));
    at("2-tasks");
    any.cancelSession(json("{\"by\":\"bo\"}"));

    assertThat(any.decisions()).extracting(Decision::kind).containsExactly(AnswerKind.APPROVE);
    TopicWorkflow.State end = end();
    assertThat(end.phase()).isEqualTo(TopicWorkflow.Phase.CANCELLED);
    assertThat(end.ending()).contains("cancelled by bo");
    assertThat(end.resumeAt()).isEqualTo(TopicWorkflow.Phase.AWAITING_TASKS);
  }

  @Test
  void a_cancel_request_from_outside_cleans_up_and_closes_it_as_cancelled() {
    start(Optional.empty());
    at("1-configuration");

    WorkflowStub.fromTyped(session).cancel();

    assertThatThrownBy(this::end).hasCauseInstanceOf(CanceledFailure.class);
    assertThat(session.carried().phase()).isEqualTo(TopicWorkflow.Phase.CANCELLED);
  }

  @Test
  void its_deadline_saves_it() {
    start(Optional.of(new Deadline(Duration.ofHours(4), DeadlinePolicy.SAVE)));
    at("1-configuration");
    TopicWorkflow.State end = end();

    assertThat(end.phase()).isEqualTo(TopicWorkflow.Phase.SAVED);
    assertThat(end.ending()).contains("the deadline passed: saved, as its policy says");
    assertThat(end.notes()).contains(Deadline.reminder(50), Deadline.reminder(90));
  }

  /** The policy approves one of several options; what a configuration approves is none. */
  @Test
  void a_deadline_that_is_to_approve_an_option_approves_no_configuration() {
    start(Optional.of(new Deadline(Duration.ofHours(4), DeadlinePolicy.APPROVE_FIRST)));
    at("1-configuration");
    TopicWorkflow.State end = end();

    assertThat(end.phase()).isEqualTo(TopicWorkflow.Phase.SAVED);
    assertThat(end.decisions()).isEmpty();
  }

  @Test
  void a_long_run_is_continued_as_new_with_its_gate_still_open() {
    start(Optional.empty());
    at("1-configuration");
    session.answer(json(CONFIGURE));
    at("2-tasks");

    lengthen();
    carried(state -> continued() && !state.gates().refused().isEmpty());

    TopicWorkflow.State next = at("2-tasks");
    assertThat(next.mode).as("known from the run before").contains(AnalysisMode.DEEP);
    session.answer(json(APPROVE_TASKS));
    assertThat(end().phase()).isEqualTo(TopicWorkflow.Phase.COMPLETE);
  }

  private void start(Optional<Deadline> deadline) {
    session =
        environment
            .getWorkflowClient()
            .newWorkflowStub(
                TopicWorkflow.class,
                WorkflowOptions.newBuilder()
                    .setWorkflowId(ID)
                    .setTaskQueue(TaskQueues.WORKFLOWS)
                    .build());
    TopicWorkflow.Request request =
        new TopicWorkflow.Request(
            "限流",
            WorkspaceSpec.ofPath(HOST, "/repo"),
            List.of("gemini"),
            false,
            List.of(),
            deadline,
            false,
            BudgetLimits.NONE);
    firstRun =
        WorkflowClient.start(
                session::run, new TopicWorkflow.Input(request, Optional.empty(), List.of()))
            .getRunId();
  }

  private TopicWorkflow.State at(String gate) {
    return carried(state -> state.gates().open().filter(g -> g.id().equals(gate)).isPresent());
  }

  private TopicWorkflow.State carried(Predicate<TopicWorkflow.State> wanted) {
    for (int i = 0; i < 2_000; i++) {
      TopicWorkflow.State state = session.carried();
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

  private TopicWorkflow.State end() {
    return WorkflowStub.fromTyped(session).getResult(TopicWorkflow.State.class);
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

  /** A host that has a workspace, a folder and people, and nothing else. */
  public static final class Lima
      implements WorkspaceActivities, SessionActivities, NotificationActivities {
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
    public List<String> send(Notification notification) {
      told.add(notification);
      return List.of();
    }
  }
}
