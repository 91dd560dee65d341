package dev.conclave.workflows.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.conclave.workflows.gate.GateState.RefusedAnswer;
import dev.conclave.workflows.temporal.ConclaveDataConverter;
import dev.conclave.workflows.temporal.EncryptionKeys;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.common.WorkflowExecutionHistory;
import io.temporal.testing.TestEnvironmentOptions;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.testing.WorkflowReplayer;
import io.temporal.worker.Worker;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Messages sealed with a key the worker does not have yet, or that nobody can read. */
@Execution(ExecutionMode.CONCURRENT)
class UnreadableMessagesTest {
  private static final Optional<EncryptionKeys> NONE = Optional.empty();
  private static final Optional<EncryptionKeys> SPRING = keys("spring");
  private static final Optional<EncryptionKeys> BOTH = keys("spring", "autumn");
  private static final Map<String, Object> CANCEL = Map.of("by", "ada");
  private static final Map<String, Object> APPROVE =
      Map.of("gate", "1-decision", "kind", "approve", "solution", 1);

  @Test
  void an_unreadable_answer_is_refused_for_good_and_an_unreadable_cancel_cancels()
      throws Exception {
    try (SessionDriver driver = new SessionDriver()) {
      driver.start();
      driver.gate("1-decision");
      client(driver, SPRING).signal("submitAnswer", APPROVE);
      RefusedAnswer refused = driver.view(v -> !v.refused().isEmpty()).refused().get(0);
      client(driver, SPRING).signal("cancelSession", CANCEL);
      PlanState end = driver.end();

      assertThat(refused.reason())
          .contains("cannot be read", "\"spring\"", "add it to encryption.keys");
      assertThat(end.phase()).isEqualTo(Phase.CANCELLED);
      assertThat(end.ending().orElseThrow()).contains("unreadable name", "\"spring\"");
      // A worker with both keys reads both and replays the recorded messages.
      assertReplays(driver, SPRING);
      assertReplays(driver, NONE);
    }
  }

  @Test
  void a_worker_with_another_key_names_the_missing_one() throws Exception {
    try (SessionDriver driver = SessionDriver.with(SPRING)) {
      driver.start();
      driver.gate("1-decision");
      client(driver, keys("autumn")).signal("submitAnswer", APPROVE);

      assertThat(driver.view(v -> !v.refused().isEmpty()).refused())
          .allSatisfy(refused -> assertThat(refused.reason()).contains("\"autumn\""));
      client(driver, keys("autumn")).signal("cancelSession", CANCEL);
      assertThat(driver.end().phase()).isEqualTo(Phase.CANCELLED);
      assertReplays(driver, BOTH);
    }
  }

  @Test
  void an_unreadable_update_is_refused_with_the_missing_key() {
    try (SessionDriver driver = new SessionDriver()) {
      driver.start();
      driver.gate("1-decision");

      assertThatThrownBy(() -> client(driver, SPRING).update("answer", Void.class, APPROVE))
          .rootCause()
          .hasMessageContaining("the answer cannot be read")
          .hasMessageContaining("\"spring\"");
      assertThat(driver.gate("1-decision").checking()).isFalse();
    }
  }

  @Test
  void a_worker_that_cannot_read_an_accepted_answer_waits_for_its_key() throws Exception {
    try (SessionDriver driver = SessionDriver.with(SPRING)) {
      driver.start();
      driver.gate("1-decision");
      client(driver, SPRING).signal("submitAnswer", APPROVE);
      driver.gate("2-confirmation");
      WorkflowExecutionHistory history = history(driver);

      assertThatThrownBy(() -> replay(history, NONE)).isNotNull();
      assertThatCode(() -> replay(history, SPRING)).doesNotThrowAnyException();
    }
  }

  private static WorkflowStub client(SessionDriver driver, Optional<EncryptionKeys> keys) {
    WorkflowClientOptions options =
        WorkflowClientOptions.newBuilder(driver.environment.getWorkflowClient().getOptions())
            .setDataConverter(ConclaveDataConverter.of(keys))
            .build();
    return WorkflowClient.newInstance(driver.environment.getWorkflowServiceStubs(), options)
        .newUntypedWorkflowStub(SessionDriver.ID);
  }

  private static void assertReplays(SessionDriver driver, Optional<EncryptionKeys> keys) {
    WorkflowExecutionHistory history = history(driver);
    assertThatCode(() -> replay(history, keys)).doesNotThrowAnyException();
  }

  private static WorkflowExecutionHistory history(SessionDriver driver) {
    return driver.environment.getWorkflowClient().fetchHistory(SessionDriver.ID);
  }

  private static void replay(WorkflowExecutionHistory history, Optional<EncryptionKeys> keys)
      throws Exception {
    try (TestWorkflowEnvironment environment =
        TestWorkflowEnvironment.newInstance(
            TestEnvironmentOptions.newBuilder()
                .setWorkflowClientOptions(SessionDriver.clientOptions(keys))
                .build())) {
      Worker worker = environment.newWorker("replay", SessionDriver.patient());
      worker.registerWorkflowImplementationTypes(PlanWorkflowImpl.class);
      WorkflowReplayer.replayWorkflowExecution(history, worker);
    }
  }

  private static Optional<EncryptionKeys> keys(String active, String... others) {
    Map<String, javax.crypto.SecretKey> keys = new java.util.TreeMap<>();
    keys.put(active, key(active));
    List.of(others).forEach(other -> keys.put(other, key(other)));
    return Optional.of(new EncryptionKeys(active, keys));
  }

  private static SecretKeySpec key(String id) {
    byte[] bytes = new byte[32];
    bytes[0] = (byte) id.length();
    return new SecretKeySpec(bytes, "AES");
  }
}
