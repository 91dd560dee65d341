package dev.conclave.activities.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.conclave.activities.ActivityFailures;
import dev.conclave.activities.agent.process.OrphanSweep;
import dev.conclave.activities.discussion.ReplyParser;
import dev.conclave.activities.workspace.CallPlace;
import dev.conclave.activities.workspace.GitTrees;
import dev.conclave.activities.workspace.Snapshots;
import dev.conclave.activities.workspace.TestRepositories;
import dev.conclave.activities.workspace.TreeFiles;
import dev.conclave.workflows.api.AgentActivities;
import dev.conclave.workflows.api.AgentFailure;
import dev.conclave.workflows.api.AskReply;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.api.CallProgress;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.model.FailureKind;
import dev.conclave.workflows.model.Mode;
import dev.conclave.workflows.model.Role;
import dev.conclave.workflows.model.Workspace;
import dev.conclave.workflows.text.WireMapper;
import io.temporal.activity.ActivityOptions;
import io.temporal.client.ActivityCanceledException;
import io.temporal.client.ActivityNotExistsException;
import io.temporal.client.ActivityWorkerShutdownException;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.common.converter.DefaultDataConverter;
import io.temporal.common.converter.JacksonJsonPayloadConverter;
import io.temporal.failure.ActivityFailure;
import io.temporal.failure.ApplicationErrorCategory;
import io.temporal.failure.ApplicationFailure;
import io.temporal.failure.TimeoutFailure;
import io.temporal.testing.TestActivityEnvironment;
import io.temporal.testing.TestEnvironmentOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The ask activity in Temporal's test environment, with shell scripts as agents. */
class AgentActivitiesTest {
  private Function<AskRequest, Analysis> direct =
      request -> ReplyParser.parse(SOUND, "direct", "direct-analysis");
  private static final String SOUND =
      "{\"feasibility_score\":0.8,\"findings\":[\"key"
          + " sk-secret\"],\"implementation_approaches\":[],"
          + "\"technical_concerns\":[],\"code_locations\":[]}";

  @TempDir Path root;
  private Path work;
  private Supplier<CallPlace> place = () -> new ListedFolder(work, new ArrayList<>());
  private TestActivityEnvironment environment;
  private MemoryDocuments documents = new MemoryDocuments();
  private final List<CallProgress> beats = new CopyOnWriteArrayList<>();

  @BeforeEach
  void open() throws Exception {
    work = Files.createDirectory(root.resolve("work"));
    environment =
        TestActivityEnvironment.newInstance(
            TestEnvironmentOptions.newBuilder()
                .setWorkflowClientOptions(
                    WorkflowClientOptions.newBuilder()
                        .setDataConverter(
                            DefaultDataConverter.newDefaultInstance()
                                .withPayloadConverterOverrides(
                                    new JacksonJsonPayloadConverter(WireMapper.get())))
                        .build())
                .build());
    environment.setActivityHeartbeatListener(CallProgress.class, beats::add);
  }

  @AfterEach
  void close() throws Exception {
    environment.close();
    assertThat(new OrphanSweep(new DataFolder(root)).running()).isEmpty();
  }

  @Test
  void a_reply_is_parsed_and_its_text_is_stored_without_secrets() {
    AskReply reply = asking("cat; echo; echo '" + SOUND + "'").ask(analyst());

    assertThat(reply.analysis().orElseThrow().feasibilityScore()).isEqualTo(0.8);
    assertThat(reply.analysis().orElseThrow().tool()).isEqualTo("script");
    assertThat(reply.analysis().orElseThrow().perspective()).isEqualTo("data-and-state");
    assertThat(reply.errors()).isEmpty();
    assertThat(reply.extracted()).isFalse();
    assertThat(documents.text(reply.raw())).contains("the prompt").doesNotContain("sk-secret");
    assertThat(documents.text(reply.document())).contains("feasibility_score");
    assertThat(documents.text(reply.receipt().stdout().orElseThrow())).doesNotContain("sk-secret");
    assertThat(reply.receipt().argv()).noneMatch(argument -> argument.contains("sk-secret"));
    assertThat(beats).isNotEmpty().allMatch(beat -> beat.agent().equals(analyst().agent()));
  }

  @Test
  void a_failure_carries_its_kind_as_type_and_its_receipt_as_detail() {
    ActivityFailure failure =
        catchThrowableOfType(
            ActivityFailure.class,
            () -> asking("echo 'status 429, try again in 30s' >&2; exit 1").ask(analyst()));

    ApplicationFailure cause = (ApplicationFailure) failure.getCause();
    assertThat(cause.getCategory())
        .as("no fault of the worker's, so its log has no trace of it")
        .isEqualTo(ApplicationErrorCategory.BENIGN);
    assertThat(cause.getType()).isEqualTo(FailureKind.RATE_LIMITED.type());
    assertThat(cause.isNonRetryable()).isTrue();
    AgentFailure detail = cause.getDetails().get(AgentFailure.class);
    assertThat(detail.resetAt()).isPresent();
    assertThat(detail.receipt().orElseThrow().exit()).contains(1);
  }

  @Test
  void cancellation_ends_the_process_and_reports_usage() {
    Path started = root.resolve("started");
    environment.setActivityHeartbeatListener(
        CallProgress.class,
        beat -> {
          if (Files.exists(started)) {
            environment.requestCancelActivity();
          }
        });

    // Any failure of a cancelled session counts as its cancellation.
    ApplicationFailure ended =
        failure(asking("touch '" + started + "'; sleep 300 & sleep 300", Duration.ofSeconds(1)));

    assertThat(ended.isNonRetryable()).isTrue();
    assertThat(ended.getDetails().get(AgentFailure.class).receipt().orElseThrow().signal())
        .contains("TERM");
  }

  @Test
  void only_a_cancel_from_the_workflow_counts_as_cancellation() {
    TimeoutFailure late =
        new TimeoutFailure("", null, io.temporal.api.enums.v1.TimeoutType.TIMEOUT_TYPE_HEARTBEAT);

    assertThat(ActivityFailures.isCancellation(new ActivityCanceledException())).isTrue();
    assertThat(ActivityFailures.isCancellation(new ActivityCanceledException(null, late)))
        .isFalse();
    assertThat(ActivityFailures.isCancellation(new ActivityWorkerShutdownException())).isFalse();
    assertThat(ActivityFailures.isCancellation(new ActivityNotExistsException(new Exception())))
        .isFalse();
  }

  @Test
  void an_unexpected_exception_fails_this_agent_so_that_another_is_asked() {
    place =
        () -> {
          throw new StringIndexOutOfBoundsException("begin 0, end -1, length 9 of sk-secret");
        };

    ApplicationFailure cause = failure(asking("exit 0"));

    assertThat(cause.getType()).isEqualTo(FailureKind.FAILED.type());
    assertThat(cause.isNonRetryable()).isTrue();
    AgentFailure detail = cause.getDetails().get(AgentFailure.class);
    assertThat(detail.message()).contains("length 9").doesNotContain("sk-secret");
    assertThat(detail.receipt()).isEmpty();
  }

  @Test
  void a_failure_to_read_a_reply_reports_what_the_call_cost() {
    documents =
        new MemoryDocuments() {
          private boolean outputIsKept;

          @Override
          public DocumentRef put(byte[] content) {
            if (outputIsKept) {
              throw new DateTimeException("no such day");
            }
            outputIsKept = true;
            return super.put(content);
          }
        };

    ApplicationFailure cause = failure(asking("cat >/dev/null; echo '" + SOUND + "'"));

    assertThat(cause.getType()).isEqualTo(FailureKind.FAILED.type());
    assertThat(cause.getDetails().get(AgentFailure.class).receipt().orElseThrow().exit())
        .contains(0);
  }

  @Test
  void disk_errors_are_left_to_the_next_attempt() {
    place =
        () -> {
          throw new UncheckedIOException(new IOException("No space left on device"));
        };

    assertThat(failure(asking("exit 0")).isNonRetryable()).isFalse();
  }

  private ApplicationFailure failure(AgentActivities activities) {
    return (ApplicationFailure)
        catchThrowableOfType(ActivityFailure.class, () -> activities.ask(analyst())).getCause();
  }

  @Test
  void direct_needs_no_program() {
    AskRequest request = Requests.analyst("direct", work.toString());

    AskReply reply = asking("exit 1").ask(request);

    assertThat(reply.analysis().orElseThrow().perspective()).isEqualTo("direct-analysis");
    assertThat(reply.receipt().binary()).isEqualTo("built-in");
  }

  @Test
  void a_write_mode_reply_has_a_tree_and_lists_what_the_tree_cannot_hold() throws Exception {
    Path user = TestRepositories.repository(root.resolve("user"), "a.txt=a\n");
    Workspace workspace = TestRepositories.workspace(user);
    GitTrees trees = new GitTrees(new DataFolder(root), documents);
    AskRequest request =
        Requests.in(workspace, trees.name(workspace).id(), Role.EXECUTOR)
            .withMode(Mode.WRITE)
            .withAgent("script");
    Snapshots snapshots = new Snapshots(new DataFolder(root), trees, false);
    place = () -> CallPlace.open(snapshots, request, "holder");

    AskReply reply =
        asking("echo A > a.txt; truncate -s 80M big; echo \"wrote a.txt in $(pwd)/a.txt\"")
            .ask(request);

    assertThat(reply.structured().orElseThrow())
        .hasToString("{\"summary\":\"Left out: big: larger than 64 MiB. wrote a.txt in a.txt\"}");
    assertThat(reply.errors()).isEmpty();
    try (TreeFiles files = trees.files(workspace, reply.tree())) {
      assertThat(files.lines("a.txt")).contains(List.of("A"));
    }
  }

  private AskRequest analyst() {
    return Requests.analyst("script", work.toString());
  }

  private AgentActivities asking(String script) {
    return asking(script, Duration.ofSeconds(10));
  }

  private AgentActivities asking(String script, Duration heartbeat) {
    Configuration configuration =
        WireMapper.get()
            .convertValue(
                Map.of(
                    "agents",
                    Map.of(
                        "script",
                        Map.of(
                            "argv",
                            List.of("/bin/sh", "-c", script),
                            "write_argv",
                            List.of("/bin/sh", "-c", script),
                            "write",
                            true,
                            "stale_after",
                            "PT20S"))),
                Configuration.class);
    CallRunner calls =
        new CallRunner(
            new DataFolder(root),
            configuration,
            Map.of("PATH", "/usr/bin:/bin"),
            new Programs(),
            (request, holder) -> place.get(),
            (request, directory) -> "the prompt",
            documents,
            AgentActivitiesTest::redact,
            new CallSlots(configuration.slots()));
    environment.registerActivitiesImplementations(
        new AgentActivitiesImpl(
            configuration,
            calls,
            new ReplyReader(documents, AgentActivitiesTest::redact, Requests::wholeTree),
            direct));
    return environment.newActivityStub(
        AgentActivities.class,
        ActivityOptions.newBuilder()
            .setStartToCloseTimeout(Duration.ofMinutes(1))
            .setHeartbeatTimeout(heartbeat)
            .build());
  }

  private static String redact(String text) {
    return text.replace("sk-secret", "[redacted]");
  }
}
