package dev.conclave.workflows.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.conclave.workflows.kind.SessionKinds;
import dev.conclave.workflows.session.KindSpec;
import dev.conclave.workflows.session.SessionInput;
import io.temporal.common.WorkflowExecutionHistory;
import io.temporal.testing.TestEnvironmentOptions;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.testing.WorkflowReplayer;
import io.temporal.worker.Worker;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInit;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Recorded sessions must replay with the current code; see HistoryRecorder. */
class ReplayTest {
  private static final Pattern DATA = Pattern.compile("\"data\":\\s*\"([^\"]*)\"");
  private static final Pattern DIGEST = Pattern.compile("(\"digest\":\")[0-9a-f]{16}");
  private static final Pattern SHOWN = Pattern.compile("\"[0-9a-f]{16}\"");

  @AutoClose
  private final TestWorkflowEnvironment environment =
      TestWorkflowEnvironment.newInstance(
          TestEnvironmentOptions.newBuilder()
              .setWorkflowClientOptions(SessionDriver.clientOptions())
              .build());

  static Stream<String> a_recorded_session_replays() throws Exception {
    Path folder = Path.of(ReplayTest.class.getResource("/histories").toURI());
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString().replace(".json", ""))
          .toList()
          .stream();
    }
  }

  @ParameterizedTest
  @MethodSource
  void a_recorded_session_replays(String path) throws Exception {
    WorkflowExecutionHistory history = history(path);
    Worker worker =
        worker(SessionKinds.ALL.stream().map(KindSpec::implementation).toArray(Class<?>[]::new));

    assertThatCode(() -> WorkflowReplayer.replayWorkflowExecution(history, worker))
        .doesNotThrowAnyException();
  }

  /** A build with another gate text computes a digest that differs from history. */
  @ParameterizedTest
  @ValueSource(strings = {"happy", "more-analysis", "drift"})
  void accepted_answers_stay_accepted_when_the_text_of_a_gate_changes(String path)
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

  /** Returns a history whose gates and answers have another digest. */
  private static String withDigests(String history, String digest) {
    return DATA.matcher(history)
        .replaceAll(
            payload -> {
              byte[] bytes = Base64.getDecoder().decode(payload.group(1));
              String text = new String(bytes, StandardCharsets.UTF_8);
              Matcher sent = DIGEST.matcher(text);
              String answer =
                  text.startsWith("{\"gate\"")
                      ? sent.replaceAll("$1" + digest)
                      : SHOWN.matcher(text).matches() ? "\"" + digest + "\"" : text;
              return answer.equals(text)
                  ? Matcher.quoteReplacement(payload.group())
                  : "\"data\":\""
                      + Base64.getEncoder().encodeToString(answer.getBytes(StandardCharsets.UTF_8))
                      + "\"";
            });
  }

  /** One round, with three notifications. */
  @Test
  void a_smooth_session_has_few_events() throws Exception {
    assertThat(history("happy").getEvents()).hasSizeLessThanOrEqualTo(135);
  }

  @Test
  void the_recorded_continue_as_new_continues_as_new() throws Exception {
    assertThat(history("continue-as-new").getLastEvent().getEventType().name())
        .isEqualTo("EVENT_TYPE_WORKFLOW_EXECUTION_CONTINUED_AS_NEW");
  }

  @Test
  void a_changed_workflow_fails_to_replay() throws Exception {
    WorkflowExecutionHistory history = history("happy");
    Worker worker = worker(Changed.class);

    assertThatThrownBy(() -> WorkflowReplayer.replayWorkflowExecution(history, worker))
        .as("a pause that history knows nothing of")
        .hasStackTraceContaining("TMPRL1100");
  }

  /** A versioned change of a phase lets older sessions continue. */
  @ParameterizedTest
  @ValueSource(
      strings = {"happy", "moderated", "more-analysis", "continue-as-new-2", "resumed", "moved"})
  void a_versioned_phase_change_replays(String path) throws Exception {
    WorkflowExecutionHistory history = history(path);
    Worker worker = worker(Versioned.class);

    assertThatCode(() -> WorkflowReplayer.replayWorkflowExecution(history, worker))
        .doesNotThrowAnyException();
  }

  /** The same session with a pause at the start of each phase. */
  public static class Changed extends PlanWorkflowImpl {
    @WorkflowInit
    public Changed(SessionInput<PlanRequest, PlanState> input) {
      super(input);
    }

    @Override
    protected Supplier<Phase> work(Phase phase) {
      return () -> {
        if (changed()) {
          Workflow.sleep(Duration.ofSeconds(1));
        }
        return super.work(phase).get();
      };
    }

    boolean changed() {
      return true;
    }
  }

  /** The same, only for new sessions: every phase checks the version. */
  public static final class Versioned extends Changed {
    @WorkflowInit
    public Versioned(SessionInput<PlanRequest, PlanState> input) {
      super(input);
    }

    @Override
    boolean changed() {
      return Workflow.getVersion("pause", Workflow.DEFAULT_VERSION, 1) == 1;
    }
  }

  private Worker worker(Class<?>... workflows) {
    Worker worker = environment.newWorker("replay", SessionDriver.patient());
    worker.registerWorkflowImplementationTypes(workflows);
    return worker;
  }

  private static WorkflowExecutionHistory history(String path) throws IOException {
    try (var stream = ReplayTest.class.getResourceAsStream("/histories/" + path + ".json")) {
      return WorkflowExecutionHistory.fromJson(
          new String(stream.readAllBytes(), StandardCharsets.UTF_8));
    }
  }
}
