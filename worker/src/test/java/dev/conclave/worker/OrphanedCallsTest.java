package dev.conclave.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.activities.agent.process.OrphanSweep;
import dev.conclave.worker.command.HostRegistrations;
import dev.conclave.workflows.api.AgentActivities;
import dev.conclave.workflows.api.WorkspaceSpec;
import dev.conclave.workflows.config.BudgetLimits;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.plan.ContextDepth;
import dev.conclave.workflows.plan.DiscussionMode;
import dev.conclave.workflows.plan.PlanRequest;
import dev.conclave.workflows.plan.PlanState;
import dev.conclave.workflows.plan.PlanWorkflow;
import dev.conclave.workflows.session.SessionInput;
import dev.conclave.workflows.temporal.TaskQueues;
import dev.conclave.workflows.temporal.TemporalConnection;
import dev.conclave.workflows.temporal.WireMapper;
import io.temporal.api.activity.v1.ActivityOptions;
import io.temporal.api.common.v1.ActivityType;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.api.taskqueue.v1.TaskQueue;
import io.temporal.api.workflow.v1.PendingActivityInfo;
import io.temporal.api.workflowservice.v1.DescribeWorkflowExecutionRequest;
import io.temporal.api.workflowservice.v1.DescribeWorkflowExecutionResponse;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowOptions;
import io.temporal.failure.ApplicationFailure;
import io.temporal.testserver.TestServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real processes of a real session, on the in-memory server. */
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class OrphanedCallsTest {
  private static final String SESSION = "MCP-orphans-2026-11-21";

  @TempDir Path root;
  private DataFolder data;
  private HostContext host;
  private TestServer.PortBoundTestServer server;
  private TemporalConnection connection;

  @BeforeEach
  void a_host_with_two_agents_that_never_answer() throws IOException {
    data = new DataFolder(root.toRealPath().resolve("data"));
    Path repo = Files.createDirectories(root.resolve("repo"));
    Files.writeString(repo.resolve("limiter.py"), "class RateLimiter:\n    pass\n");
    int port = freePort();
    server = TestServer.createPortBoundServer(port);
    host =
        new HostContext(
            Map.of(
                "TEMPORAL_CONFIG_FILE",
                root.resolve("none.toml").toString(),
                "PATH",
                System.getenv("PATH")),
            data,
            configuration());
    connection = connect(port);
  }

  @AfterEach
  void leave_nothing_behind() throws IOException {
    new OrphanSweep(data).sweep((call, asker) -> false);
    connection.close();
    server.close();
  }

  @Test
  void a_call_is_ended_when_its_session_went_on_without_it_and_never_while_it_is_waited_for()
      throws Exception {
    Registrations registrations = HostRegistrations.on(host, connection);
    try (WorkerProcess first = WorkerProcess.start(host, connection, registrations)) {
      assertThat(first.queues()).contains(TaskQueues.agent(host.id().id(), "left"));
      begin();
      until("both are asked", () -> begun("left") && begun("kept"));
    }
    ProcessHandle left = process("left");
    ProcessHandle kept = process("kept");

    // No worker holds them, and both are waited for.
    assertThat(unheld()).isEqualTo(2);
    OrphanedCalls orphans = new OrphanedCalls(host, connection);
    for (int i = 0; i < 3; i++) {
      orphans.sweep();
    }
    assertThat(left.isAlive()).isTrue();
    assertThat(kept.isAlive()).isTrue();

    try (WorkerProcess second = WorkerProcess.start(host, connection, registrations)) {
      assertThat(second.queues()).isNotEmpty();
      until("the calls are adopted", () -> unheld() == 0);
      fail(activity("left"));
      until("its attempt let go of it", () -> unheld() == 1);
      assertThat(left.isAlive()).isTrue();
      until(
          "it is ended",
          () -> {
            orphans.sweep();
            return !left.isAlive();
          });
      assertThat(kept.isAlive()).isTrue();
      assertThat(new OrphanSweep(data).running())
          .singleElement()
          .satisfies(call -> assertThat(call.agent()).isEqualTo("kept"));
    }
  }

  @Test
  void an_old_spool_is_kept_while_its_call_runs_or_its_result_is_awaited_and_goes_with_its_session()
      throws Exception {
    Registrations registrations = HostRegistrations.on(host, connection);
    try (WorkerProcess worker = WorkerProcess.start(host, connection, registrations)) {
      assertThat(worker.queues()).contains(TaskQueues.agent(host.id().id(), "left"));
      begin();
      until("both are asked", () -> begun("left") && begun("kept"));
    }
    OrphanedCalls orphans = new OrphanedCalls(host, connection);

    trimAged(orphans);
    assertThat(spools()).as("running").hasSize(2);

    // They end while no worker looks: nobody has told the session yet.
    for (String agent : List.of("left", "kept")) {
      ProcessHandle process = process(agent);
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      until(agent + " has ended", () -> !process.isAlive());
    }
    until("no process is left", () -> running() == 0);
    trimAged(orphans);
    assertThat(spools()).as("ended, and its result awaited").hasSize(2);

    connection.client().newUntypedWorkflowStub(SESSION).terminate("given up");
    trimAged(orphans);
    assertThat(spools()).as("of a session that is over").isEmpty();
  }

  @Test
  void an_old_spool_goes_when_its_session_waits_for_its_human_with_the_result_in_its_history()
      throws Exception {
    Files.createFile(root.resolve("fail"));
    OrphanedCalls orphans = new OrphanedCalls(host, connection);
    try (WorkerProcess worker =
        WorkerProcess.start(host, connection, HostRegistrations.on(host, connection))) {
      assertThat(worker.queues()).contains(TaskQueues.agent(host.id().id(), "left"));
      begin();
      until("both are asked", () -> begun("left") && begun("kept"));
      until(
          "their spools are trimmed",
          () -> {
            trimAged(orphans);
            return spools().isEmpty();
          });
    }
    assertThat(
            connection
                .service()
                .blockingStub()
                .describeWorkflowExecution(
                    DescribeWorkflowExecutionRequest.newBuilder()
                        .setNamespace(connection.client().getOptions().getNamespace())
                        .setExecution(WorkflowExecution.newBuilder().setWorkflowId(SESSION))
                        .build())
                .getWorkflowExecutionInfo()
                .getStatus())
        .isEqualTo(WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_RUNNING);
  }

  private TemporalConnection connect(int port) {
    return TemporalConnection.open(host.settings().at("127.0.0.1:" + port), host.converter());
  }

  @Test
  void what_a_session_asks_on_another_host_wants_no_call_of_this_one() {
    DescribeWorkflowExecutionResponse session =
        DescribeWorkflowExecutionResponse.newBuilder()
            .addPendingActivities(pending("1", AgentActivities.ASK, TaskQueues.agent("a", "qwen")))
            .addPendingActivities(pending("2", AgentActivities.ASK, TaskQueues.agent("b", "qwen")))
            .addPendingActivities(pending("3", AgentActivities.ASK, ""))
            .addPendingActivities(pending("4", "projectFolder", TaskQueues.host("a")))
            .build();
    assertThat(OrphanedCalls.pendingAsks(session, "a")).containsExactly("1", "3");
    assertThat(OrphanedCalls.pendingAsks(session, "b")).containsExactly("2", "3");
  }

  private static PendingActivityInfo pending(String id, String type, String queue) {
    return PendingActivityInfo.newBuilder()
        .setActivityId(id)
        .setActivityType(ActivityType.newBuilder().setName(type))
        .setActivityOptions(
            ActivityOptions.newBuilder().setTaskQueue(TaskQueue.newBuilder().setName(queue)))
        .build();
  }

  private Configuration configuration() throws IOException {
    StringBuilder yaml = new StringBuilder("spool_days: 1\nagents:\n");
    for (String agent : List.of("left", "kept")) {
      Path script =
          Files.writeString(
              root.resolve(agent + ".sh"),
              "cat >/dev/null; : >'%s'; [ ! -e '%s' ] || exit 1; exec sleep 300"
                  .formatted(root.resolve(agent), root.resolve("fail")));
      yaml.append("  %s: {argv: [sh, '%s']}%n".formatted(agent, script));
    }
    return Configuration.read(Files.writeString(root.resolve("config.yaml"), yaml.toString()));
  }

  private void begin() {
    PlanWorkflow session =
        connection
            .client()
            .newWorkflowStub(
                PlanWorkflow.class,
                WorkflowOptions.newBuilder()
                    .setWorkflowId(SESSION)
                    .setTaskQueue(TaskQueues.WORKFLOWS)
                    .build());
    var unused =
        WorkflowClient.start(
            session::run,
            new SessionInput<PlanRequest, PlanState>(
                new PlanRequest(
                    "Add rate limiting",
                    WorkspaceSpec.ofPath(host.id().id(), root.resolve("repo").toString()),
                    List.of("left", "kept"),
                    true,
                    List.of(),
                    Optional.empty(),
                    1,
                    DiscussionMode.PARALLEL,
                    false,
                    false,
                    true,
                    BudgetLimits.NONE,
                    Optional.empty(),
                    List.of("en"),
                    60 << 10,
                    false,
                    ContextDepth.SEARCH,
                    "ada"),
                Optional.empty()));
  }

  /** Fails an activity as an operator may, behind the back of its attempt. */
  private void fail(String activity) {
    connection
        .client()
        .newActivityCompletionClient()
        .completeExceptionally(
            SESSION,
            Optional.empty(),
            activity,
            ApplicationFailure.newNonRetryableFailure("given up by an operator", "operator"));
  }

  /** How many running calls no attempt holds. */
  private int unheld() {
    AtomicInteger unheld = new AtomicInteger();
    try {
      new OrphanSweep(data).sweep((call, asker) -> unheld.incrementAndGet() > 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return unheld.get();
  }

  /** As if nothing had happened to any call for two days. */
  private void trimAged(OrphanedCalls orphans) {
    try {
      for (Path spool : spools()) {
        Files.setLastModifiedTime(spool, FileTime.from(Instant.now().minus(Duration.ofDays(2))));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    orphans.tidy();
  }

  private List<Path> spools() {
    try (Stream<Path> spools = Files.list(data.spool())) {
      return spools.toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private int running() {
    try {
      return new OrphanSweep(data).running().size();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The activity that asked for an agent's call. */
  private String activity(String agent) throws IOException {
    return noted(agent, "waiting.json", "activity");
  }

  private String noted(String agent, String file, String field) throws IOException {
    try (Stream<Path> spools = Files.list(data.spool())) {
      return spools
          .filter(spool -> json(spool, "call.json", "agent").equals(agent))
          .map(spool -> json(spool, file, field))
          .findFirst()
          .orElseThrow();
    }
  }

  private static String json(Path spool, String file, String field) {
    try {
      return WireMapper.get().readTree(spool.resolve(file).toFile()).path(field).asText();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private ProcessHandle process(String agent) throws IOException {
    return ProcessHandle.of(Long.parseLong(noted(agent, "process.json", "pid"))).orElseThrow();
  }

  private boolean begun(String agent) {
    return Files.exists(root.resolve(agent));
  }

  private static void until(String what, BooleanSupplier so) throws InterruptedException {
    Instant end = Instant.now().plusSeconds(240);
    while (!so.getAsBoolean()) {
      assertThat(Instant.now()).as("never came: " + what).isBefore(end);
      Thread.sleep(50);
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
