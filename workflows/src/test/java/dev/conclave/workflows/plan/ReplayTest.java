package dev.conclave.workflows.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.conclave.workflows.gate.AnswerReply;
import io.temporal.common.WorkflowExecutionHistory;
import io.temporal.testing.TestEnvironmentOptions;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.testing.WorkflowReplayer;
import io.temporal.worker.Worker;
import io.temporal.worker.WorkerOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sessions that people have waiting must go on with today's code: recorded by HistoryRecorder. */
class ReplayTest {
  /** A busy machine takes its time over the first classes; that is no deadlock. */
  private static final WorkerOptions PATIENT =
      WorkerOptions.newBuilder().setDefaultDeadlockDetectionTimeout(60_000).build();

  private final TestWorkflowEnvironment environment =
      TestWorkflowEnvironment.newInstance(
          TestEnvironmentOptions.newBuilder()
              .setWorkflowClientOptions(SessionDriver.clientOptions())
              .build());

  @AfterEach
  void close() {
    environment.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "happy",
        "clarify",
        "more-analysis",
        "cancel-mid-round",
        "degraded",
        "continue-as-new"
      })
  void a_recorded_session_replays(String path) throws Exception {
    WorkflowExecutionHistory history = history(path);
    Worker worker = environment.newWorker("replay", PATIENT);
    worker.registerWorkflowImplementationTypes(PlanWorkflowImpl.class);

    assertThatCode(() -> WorkflowReplayer.replayWorkflowExecution(history, worker))
        .doesNotThrowAnyException();
  }

  @Test
  void the_recorded_continue_as_new_is_one() throws Exception {
    assertThat(history("continue-as-new").getLastEvent().getEventType().name())
        .isEqualTo("EVENT_TYPE_WORKFLOW_EXECUTION_CONTINUED_AS_NEW");
  }

  @Test
  void a_changed_workflow_fails_to_replay() throws Exception {
    WorkflowExecutionHistory history = history("happy");
    Worker worker = environment.newWorker("replay", PATIENT);
    worker.registerWorkflowImplementationTypes(Changed.class);

    assertThatThrownBy(() -> WorkflowReplayer.replayWorkflowExecution(history, worker)).isNotNull();
  }

  /** The same session with a pause at its beginning that history knows nothing of. */
  public static final class Changed implements PlanWorkflow {
    private final PlanWorkflowImpl real;

    /** As the real one. */
    @io.temporal.workflow.WorkflowInit
    public Changed(PlanInput input) {
      real = new PlanWorkflowImpl(input);
    }

    @Override
    public PlanState run(PlanInput input) {
      io.temporal.workflow.Workflow.sleep(Duration.ofSeconds(1));
      return real.run(input);
    }

    @Override
    public AnswerReply answer(JsonNode answer) {
      return real.answer(answer);
    }

    @Override
    public void validateAnswer(JsonNode answer) {
      real.validateAnswer(answer);
    }

    @Override
    public void submitAnswer(JsonNode answer) {
      real.submitAnswer(answer);
    }

    @Override
    public void cancelSession(JsonNode by) {
      real.cancelSession(by);
    }

    @Override
    public SessionView state() {
      return real.state();
    }

    @Override
    public RoundView round(int number) {
      return real.round(number);
    }

    @Override
    public List<Decision> decisions() {
      return real.decisions();
    }

    @Override
    public PlanState carried() {
      return real.carried();
    }
  }

  private static WorkflowExecutionHistory history(String path) throws IOException {
    try (var stream = ReplayTest.class.getResourceAsStream("/histories/" + path + ".json")) {
      return WorkflowExecutionHistory.fromJson(
          new String(stream.readAllBytes(), StandardCharsets.UTF_8));
    }
  }
}
