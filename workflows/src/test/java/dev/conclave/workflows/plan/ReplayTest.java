package dev.conclave.workflows.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.conclave.workflows.gate.AnswerReply;
import dev.conclave.workflows.gate.Decision;
import dev.conclave.workflows.session.SessionMemo;
import dev.conclave.workflows.temporal.Message;
import io.temporal.common.WorkflowExecutionHistory;
import io.temporal.testing.TestEnvironmentOptions;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.testing.WorkflowReplayer;
import io.temporal.worker.Worker;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sessions that people have waiting must go on with today's code: recorded by HistoryRecorder. */
class ReplayTest {
  private static final Pattern DATA = Pattern.compile("\"data\":\\s*\"([^\"]*)\"");
  private static final Pattern DIGEST = Pattern.compile("(\"digest\":\")[0-9a-f]{16}");

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
        "moderated",
        "clarify",
        "clarify-2",
        "recounted",
        "more-analysis",
        "more-analysis-2",
        "cancel-mid-round",
        "degraded",
        "continue-as-new",
        "continue-as-new-2",
        "continue-as-new-5",
        "continue-as-new-6",
        "deadline",
        "deadline-at-gate",
        "deadline-in-round",
        "budget",
        "drift",
        "drift-2",
        "plan-drift",
        "serial-unattended",
        "resumed",
        "moved",
        "empty-reply",
        "cancel-while-settling"
      })
  void a_recorded_session_replays(String path) throws Exception {
    WorkflowExecutionHistory history = history(path);
    Worker worker = worker(PlanWorkflowImpl.class);

    assertThatCode(() -> WorkflowReplayer.replayWorkflowExecution(history, worker))
        .doesNotThrowAnyException();
  }

  @Test
  void every_recorded_history_is_replayed() throws Exception {
    Path folder = Path.of(ReplayTest.class.getResource("/histories").toURI());
    ValueSource replayed =
        ReplayTest.class
            .getDeclaredMethod("a_recorded_session_replays", String.class)
            .getAnnotation(ValueSource.class);

    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.map(file -> file.getFileName().toString().replace(".json", "")))
          .containsExactlyInAnyOrder(replayed.strings());
    }
  }

  /** A build that words a gate otherwise computes another digest than the human sent. */
  @ParameterizedTest
  @ValueSource(strings = {"happy", "more-analysis", "drift"})
  void answers_that_were_taken_stay_taken_when_a_gate_reads_differently(String path)
      throws Exception {
    String json = history(path).toJson(false);
    String reworded = withDigests(json, "0000000000000000");
    Worker worker = worker(PlanWorkflowImpl.class);

    assertThat(reworded).isNotEqualTo(json);
    assertThatCode(
            () ->
                WorkflowReplayer.replayWorkflowExecution(
                    WorkflowExecutionHistory.fromJson(reworded), worker))
        .doesNotThrowAnyException();
  }

  /** The history with another digest in every answer. */
  private static String withDigests(String history, String digest) {
    return DATA.matcher(history)
        .replaceAll(
            payload -> {
              byte[] bytes = Base64.getDecoder().decode(payload.group(1));
              String text = new String(bytes, StandardCharsets.UTF_8);
              Matcher sent = DIGEST.matcher(text);
              String answer = text.startsWith("{\"gate\"") ? sent.replaceAll("$1" + digest) : text;
              return answer.equals(text)
                  ? Matcher.quoteReplacement(payload.group())
                  : "\"data\":\""
                      + Base64.getEncoder().encodeToString(answer.getBytes(StandardCharsets.UTF_8))
                      + "\"";
            });
  }

  @Test
  void the_recorded_continue_as_new_is_one() throws Exception {
    assertThat(history("continue-as-new").getLastEvent().getEventType().name())
        .isEqualTo("EVENT_TYPE_WORKFLOW_EXECUTION_CONTINUED_AS_NEW");
  }

  @Test
  void the_next_run_is_listed_under_the_same_words() throws Exception {
    assertThat(
            history("continue-as-new")
                .getLastEvent()
                .getWorkflowExecutionContinuedAsNewEventAttributes()
                .getMemo()
                .getFieldsMap())
        .containsOnlyKeys(SessionMemo.TASK, SessionMemo.REPOSITORY);
  }

  @Test
  void a_changed_workflow_fails_to_replay() throws Exception {
    WorkflowExecutionHistory history = history("happy");
    Worker worker = worker(Changed.class);

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
    public AnswerReply answer(Message answer) {
      return real.answer(answer);
    }

    @Override
    public void validateAnswer(Message answer) {
      real.validateAnswer(answer);
    }

    @Override
    public void submitAnswer(Message answer) {
      real.submitAnswer(answer);
    }

    @Override
    public void cancelSession(Message by) {
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

  private Worker worker(Class<?> workflow) {
    Worker worker = environment.newWorker("replay", SessionDriver.patient());
    worker.registerWorkflowImplementationTypes(workflow);
    return worker;
  }

  private static WorkflowExecutionHistory history(String path) throws IOException {
    try (var stream = ReplayTest.class.getResourceAsStream("/histories/" + path + ".json")) {
      return WorkflowExecutionHistory.fromJson(
          new String(stream.readAllBytes(), StandardCharsets.UTF_8));
    }
  }
}
