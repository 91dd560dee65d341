package dev.conclave.workflows.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.conclave.workflows.config.Configuration.MessagePolicy;
import dev.conclave.workflows.session.SessionInput;
import dev.conclave.workflows.session.SessionTrust;
import dev.conclave.workflows.session.SessionView;
import dev.conclave.workflows.temporal.ConclaveDataConverter;
import dev.conclave.workflows.temporal.EncryptionKeys;
import dev.conclave.workflows.temporal.FailureTypes;
import dev.conclave.workflows.temporal.TaskQueues;
import io.temporal.api.common.v1.Payload;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.api.taskqueue.v1.TaskQueue;
import io.temporal.api.workflowservice.v1.PollActivityTaskQueueRequest;
import io.temporal.api.workflowservice.v1.PollActivityTaskQueueResponse;
import io.temporal.api.workflowservice.v1.RespondActivityTaskCompletedRequest;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.client.WorkflowFailedException;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.common.WorkflowExecutionHistory;
import io.temporal.common.converter.DataConverter;
import io.temporal.common.converter.RawValue;
import io.temporal.failure.ApplicationFailure;
import io.temporal.testing.TestEnvironmentOptions;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.testing.WorkflowReplayer;
import io.temporal.worker.Worker;
import io.temporal.worker.WorkerFactory;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** What a stranger without a key can send to a session that accepts only sealed messages. */
@Execution(ExecutionMode.CONCURRENT)
class SealedSessionTest {
  private static final Optional<EncryptionKeys> KEYS =
      Optional.of(
          new EncryptionKeys("team", Map.of("team", new SecretKeySpec(new byte[32], "AES"))));
  private static final DataConverter PLAIN = ConclaveDataConverter.of(Optional.empty());
  private static final DataConverter LENIENT = ConclaveDataConverter.of(KEYS);
  private static final DataConverter SEALED =
      ConclaveDataConverter.of(KEYS, "", MessagePolicy.SEALED);
  private static final SessionTrust TRUST = new SessionTrust(true, Map.of(), List.of());
  private static final Map<String, Object> APPROVE =
      Map.of("gate", "1-decision", "kind", "approve", "solution", 1);

  @Test
  void unsealed_signals_are_counted_and_leave_no_marker() throws Exception {
    try (SessionDriver driver = begun()) {
      long markers = markers(driver);
      for (int i = 0; i < 30; i++) {
        client(driver, PLAIN).signal("submitAnswer", APPROVE);
        client(driver, PLAIN).signal("submitAnswer");
        client(driver, PLAIN).signal("cancelSession", Map.of("by", "eve"));
        client(driver, PLAIN).signal("cancelSession");
      }
      SessionView view = driver.view(v -> v.refused().toString().contains("120 signals"));

      assertThat(view.refused()).hasSize(1);
      assertThat(view.sealed()).isTrue();
      assertThat(driver.gate("1-decision").checking()).isFalse();
      assertThat(markers(driver)).isEqualTo(markers);
      driver.answer("1-decision", "approve");
      driver.gate("2-confirmation");
      assertReplays(driver, SEALED);
      assertReplays(driver, LENIENT);
    }
  }

  @Test
  void an_unsealed_update_is_refused_and_the_session_continues() {
    try (SessionDriver driver = begun()) {
      assertThatThrownBy(() -> client(driver, PLAIN).update("answer", Void.class, APPROVE))
          .as("a stranger cannot read why")
          .rootCause()
          .hasMessageContaining("encrypted with key");
      assertThatThrownBy(() -> client(driver, PLAIN).update("answer", Void.class)).isNotNull();
      assertThatThrownBy(() -> driver.answer("1-decision", "execute"))
          .rootCause()
          .hasMessageContaining("does not take execute");
      driver.answer("1-decision", "approve");
      driver.gate("2-confirmation");
    }
  }

  @Test
  void messages_sealed_for_another_session_or_purpose_have_no_effect() throws Exception {
    try (SessionDriver driver = begun()) {
      WorkflowStub other =
          stub(driver.environment, SEALED, "PlanWorkflow", SessionDriver.ID + "-other");
      other.start(new SessionInput<PlanRequest, PlanState>(request(), Optional.empty()));
      other.signal("submitAnswer", APPROVE);
      String run = other.getExecution().getRunId();
      other.signal("cancelSession", Map.of("by", "ada", "run", run));
      for (HistoryEvent event : history(driver, SessionDriver.ID + "-other").getEvents()) {
        replay(
            driver,
            event.getWorkflowExecutionSignaledEventAttributes().getInput().getPayloadsList());
      }
      for (HistoryEvent event : history(driver, SessionDriver.ID).getEvents()) {
        replay(
            driver,
            event.getWorkflowExecutionStartedEventAttributes().getInput().getPayloadsList());
        replay(
            driver, event.getActivityTaskCompletedEventAttributes().getResult().getPayloadsList());
        event
            .getMarkerRecordedEventAttributes()
            .getDetailsMap()
            .values()
            .forEach(details -> replay(driver, details.getPayloadsList()));
      }

      assertThat(driver.view(v -> v.refused().size() > 1).refused().toString())
          .contains("not a valid cancellation of this run", "were not sealed for this session");
      assertThat(driver.view(v -> true).status()).isEqualTo("awaiting");
      client(driver, SEALED).signal("cancelSession", Map.of("by", "ada", "run", driver.firstRun()));
      assertThat(driver.end().ending()).hasValue("cancelled by ada");
      assertReplays(driver, SEALED);
    }
  }

  @Test
  void an_unsealed_or_empty_start_fails_permanently() {
    try (SessionDriver driver = begun()) {
      WorkflowStub plain = stub(driver.environment, PLAIN, "PlanWorkflow", "MCP-plain");
      plain.start(new SessionInput<PlanRequest, PlanState>(request(), Optional.empty()));
      WorkflowStub empty = stub(driver.environment, PLAIN, "PlanWorkflow", "MCP-empty");
      empty.start();

      for (WorkflowStub stranger : List.of(plain, empty)) {
        WorkflowStub seen = client(driver, LENIENT, stranger.getExecution().getWorkflowId());
        assertThatThrownBy(() -> seen.getResult(PlanState.class))
            .isInstanceOf(WorkflowFailedException.class)
            .cause()
            .isInstanceOfSatisfying(
                ApplicationFailure.class,
                failure -> assertThat(failure.getType()).isEqualTo(FailureTypes.NOT_SEALED));
      }
    }
  }

  @Test
  void an_unsealed_result_is_requested_again() throws Exception {
    try (SessionDriver driver = SessionDriver.with(SEALED, false)) {
      driver.start(request());
      PollActivityTaskQueueResponse task =
          driver
              .environment
              .getWorkflowServiceStubs()
              .blockingStub()
              .pollActivityTaskQueue(
                  PollActivityTaskQueueRequest.newBuilder()
                      .setNamespace(driver.environment.getNamespace())
                      .setTaskQueue(
                          TaskQueue.newBuilder().setName(TaskQueues.host(ScriptedHost.ID)))
                      .build());
      driver
          .environment
          .getWorkflowServiceStubs()
          .blockingStub()
          .respondActivityTaskCompleted(
              RespondActivityTaskCompletedRequest.newBuilder()
                  .setNamespace(driver.environment.getNamespace())
                  .setTaskToken(task.getTaskToken())
                  .setResult(PLAIN.toPayloads(Map.of("host", "eve")).orElseThrow())
                  .build());
      assertThat(driver.view(v -> !v.refused().isEmpty()).refused().toString())
          .contains("the result of open was not sealed");
      WorkerFactory hosts = WorkerFactory.newInstance(driver.environment.getWorkflowClient());
      SessionDriver.queues(ScriptedHost.ID)
          .forEach(
              queue ->
                  hosts
                      .newWorker(queue, SessionDriver.alert())
                      .registerActivitiesImplementations(driver.host, driver.context));
      hosts.start();
      driver.pass(Duration.ofMinutes(1));
      driver.gate("1-decision");
      hosts.shutdownNow();
      assertReplays(driver, SEALED);
    }
  }

  @Test
  void a_session_started_before_sealing_continues_unsealed() throws Exception {
    try (SessionDriver driver = SessionDriver.with(PLAIN, true)) {
      driver.start();
      driver.gate("1-decision");
      driver.answer("1-decision", "approve");
      driver.gate("2-confirmation");

      assertReplays(driver, SEALED);
    }
    try (SessionDriver driver = SessionDriver.with(SEALED, true)) {
      driver.start();
      driver.gate("1-decision");
      client(driver, PLAIN).signal("submitAnswer", APPROVE);
      driver.gate("2-confirmation");
      client(driver, PLAIN).signal("cancelSession", Map.of("by", "ada"));
      assertThat(driver.end().phase()).isEqualTo(Phase.CANCELLED);
    }
  }

  private static SessionDriver begun() {
    SessionDriver driver = SessionDriver.with(SEALED, true);
    driver.start(request());
    driver.gate("1-decision");
    return driver;
  }

  private static PlanRequest request() {
    return SessionDriver.request().with(SessionDriver.request().terms().trusting(TRUST));
  }

  private static void replay(SessionDriver driver, List<Payload> payloads) {
    payloads.forEach(
        payload -> {
          client(driver, PLAIN).signal("cancelSession", new RawValue(payload));
          client(driver, PLAIN).signal("submitAnswer", new RawValue(payload));
        });
  }

  private static WorkflowStub client(SessionDriver driver, DataConverter converter) {
    return client(driver, converter, SessionDriver.ID);
  }

  private static WorkflowStub client(SessionDriver driver, DataConverter converter, String id) {
    return newClient(driver.environment, converter).newUntypedWorkflowStub(id);
  }

  private static WorkflowStub stub(
      TestWorkflowEnvironment environment, DataConverter converter, String type, String id) {
    return newClient(environment, converter)
        .newUntypedWorkflowStub(
            type,
            WorkflowOptions.newBuilder()
                .setWorkflowId(id)
                .setTaskQueue(TaskQueues.WORKFLOWS)
                .build());
  }

  private static WorkflowClient newClient(
      TestWorkflowEnvironment environment, DataConverter converter) {
    return WorkflowClient.newInstance(
        environment.getWorkflowServiceStubs(),
        WorkflowClientOptions.newBuilder(environment.getWorkflowClient().getOptions())
            .setDataConverter(converter)
            .build());
  }

  private static long markers(SessionDriver driver) {
    return history(driver, SessionDriver.ID).getEvents().stream()
        .filter(HistoryEvent::hasMarkerRecordedEventAttributes)
        .count();
  }

  private static WorkflowExecutionHistory history(SessionDriver driver, String id) {
    return driver.environment.getWorkflowClient().fetchHistory(id);
  }

  static void assertReplays(SessionDriver driver, DataConverter converter) {
    WorkflowExecutionHistory history = history(driver, SessionDriver.ID);
    assertThatCode(
            () -> {
              try (TestWorkflowEnvironment environment =
                  TestWorkflowEnvironment.newInstance(
                      TestEnvironmentOptions.newBuilder()
                          .setWorkflowClientOptions(SessionDriver.clientOptions(converter))
                          .build())) {
                Worker worker = environment.newWorker("replay", SessionDriver.patient());
                worker.registerWorkflowImplementationTypes(PlanWorkflowImpl.class);
                WorkflowReplayer.replayWorkflowExecution(history, worker);
              }
            })
        .doesNotThrowAnyException();
  }
}
