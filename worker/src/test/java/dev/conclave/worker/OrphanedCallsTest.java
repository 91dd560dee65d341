package dev.conclave.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.activities.agent.process.OrphanSweep;
import dev.conclave.worker.command.HostRegistrations;
import dev.conclave.workflows.api.AgentActivities;
import dev.conclave.workflows.api.CheckActivities;
import dev.conclave.workflows.plan.PlanRequest;
import dev.conclave.workflows.plan.PlanState;
import dev.conclave.workflows.session.SessionInput;
import dev.conclave.workflows.temporal.TaskQueues;
import dev.conclave.workflows.text.WireMapper;
import io.temporal.api.activity.v1.ActivityOptions;
import io.temporal.api.common.v1.ActivityType;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.api.taskqueue.v1.TaskQueue;
import io.temporal.api.workflow.v1.PendingActivityInfo;
import io.temporal.api.workflowservice.v1.DescribeWorkflowExecutionResponse;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowOptions;
import io.temporal.failure.ApplicationFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real processes of a real session on the in-memory server. */
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class OrphanedCallsTest {
  private static final String SESSION = "MCP-orphans-2026-11-21";

  @TempDir Path root;
  private HostInMemory host;
  private OrphanedCalls orphans;

  @BeforeEach
  void a_host_with_two_agents_that_never_answer() throws IOException {
    Path repo = Files.createDirectories(root.resolve("repo"));
    Files.writeString(repo.resolve("limiter.py"), "class RateLimiter:\n    pass\n");
    host = HostInMemory.start(root, configuration());
    orphans = new OrphanedCalls(host.context(), host.connection());
  }

  @AfterEach
  void leave_nothing_behind() throws IOException {
    sweep().sweep((call, asker) -> false);
    host.close();
  }

  private OrphanSweep sweep() {
    return new OrphanSweep(host.context().folder());
  }

  private WorkerProcess worker() {
    return WorkerProcess.start(
        host.context(), host.connection(), HostRegistrations.on(host.context(), host.connection()));
  }

  /** Starts a session, and stops its worker when both agents are asked. */
  private void beginAndStop() throws Exception {
    try (WorkerProcess worker = worker()) {
      assertThat(worker.queues()).contains(TaskQueues.agent(host.context().id().id(), "left"));
      begin();
    }
  }

  @Test
  void a_call_is_ended_when_its_session_moved_on_and_never_while_awaited() throws Exception {
    beginAndStop();
    ProcessHandle left = process("left");
    ProcessHandle kept = process("kept");

    // No worker holds them, and the session waits for both.
    assertThat(unheld()).isEqualTo(2);
    for (int i = 0; i < 3; i++) {
      orphans.sweep();
    }
    assertThat(left.isAlive()).isTrue();
    assertThat(kept.isAlive()).isTrue();

    try (WorkerProcess second = worker()) {
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
      assertThat(running()).containsExactly("kept");
    }
  }

  @Test
  void an_old_spool_is_kept_while_needed_and_removed_with_its_session() throws Exception {
    beginAndStop();

    trimAged();
    assertThat(spools()).as("running").hasSize(2);

    // They end without a worker, and the session is not told yet.
    for (String agent : List.of("left", "kept")) {
      ProcessHandle process = process(agent);
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      until(agent + " has ended", () -> !process.isAlive());
    }
    until("no process is left", () -> running().isEmpty());
    trimAged();
    assertThat(spools()).as("ended, and its result awaited").hasSize(2);

    client().newUntypedWorkflowStub(SESSION).terminate("given up");
    trimAged();
    assertThat(spools()).as("of a session that is over").isEmpty();
  }

  @Test
  void an_old_spool_is_removed_while_its_session_waits_with_the_result_in_history()
      throws Exception {
    Files.createFile(root.resolve("fail"));
    try (WorkerProcess worker = worker()) {
      assertThat(worker.queues()).isNotEmpty();
      begin();
      until(
          "their spools are trimmed",
          () -> {
            trimAged();
            return spools().isEmpty();
          });
    }
    assertThat(client().newUntypedWorkflowStub(SESSION).describe().getStatus())
        .isEqualTo(WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_RUNNING);
  }

  @Test
  void a_sessions_calls_on_another_host_keep_no_call_here() {
    DescribeWorkflowExecutionResponse session =
        DescribeWorkflowExecutionResponse.newBuilder()
            .addPendingActivities(pending("1", AgentActivities.ASK, TaskQueues.agent("a", "qwen")))
            .addPendingActivities(pending("2", AgentActivities.ASK, TaskQueues.agent("b", "qwen")))
            .addPendingActivities(pending("3", AgentActivities.ASK, ""))
            .addPendingActivities(pending("4", "projectFolder", TaskQueues.host("a")))
            .addPendingActivities(pending("5", CheckActivities.RUN, TaskQueues.checks("a")))
            .build();
    assertThat(OrphanedCalls.pendingAsks(session, "a")).containsExactly("1", "3", "5");
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

  private String configuration() throws IOException {
    StringBuilder yaml = new StringBuilder("spool_days: 1\nagents:\n");
    for (String agent : List.of("left", "kept")) {
      Path script =
          Files.writeString(
              root.resolve(agent + ".sh"),
              "cat >/dev/null; : >'%s'; [ ! -e '%s' ] || exit 1; exec sleep 300"
                  .formatted(root.resolve(agent), root.resolve("fail")));
      yaml.append(
          "  %s: {argv: [sh, '%s'], network: none, writable: ['%s']}%n"
              .formatted(agent, script, root));
    }
    return yaml.toString();
  }

  /** Starts a session and waits until both agents are asked. */
  private void begin() throws Exception {
    WorkflowOptions options =
        WorkflowOptions.newBuilder()
            .setWorkflowId(SESSION)
            .setTaskQueue(TaskQueues.WORKFLOWS)
            .build();
    PlanRequest request =
        WireMapper.get()
            .readValue(
                """
                {"task": "Add rate limiting", "tools": ["left", "kept"], "tools_named": true,
                 "max_rounds": 1, "mode": "parallel", "save_context": true, "budget": {},
                 "languages": ["en"], "context_bytes": 61440, "context": "search", "by": "ada",
                 "workspace": {"host": "%s", "path": "%s"}}
                """
                    .formatted(host.context().id().id(), root.resolve("repo")),
                PlanRequest.class);
    client()
        .newUntypedWorkflowStub("PlanWorkflow", options)
        .start(new SessionInput<PlanRequest, PlanState>(request, Optional.empty()));
    until("both are asked", () -> begun("left") && begun("kept"));
  }

  private WorkflowClient client() {
    return host.connection().client();
  }

  /** Fails an activity without its attempt, as an operator may. */
  private void fail(String activity) {
    client()
        .newActivityCompletionClient()
        .completeExceptionally(
            SESSION,
            Optional.empty(),
            activity,
            ApplicationFailure.newNonRetryableFailure("given up by an operator", "operator"));
  }

  /** Returns the number of running calls that no attempt holds. */
  private int unheld() {
    AtomicInteger unheld = new AtomicInteger();
    try {
      sweep().sweep((call, asker) -> unheld.incrementAndGet() > 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return unheld.get();
  }

  /** Trims as if all calls had been idle for two days. */
  private void trimAged() {
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
    try (Stream<Path> spools = Files.list(host.context().folder().spool())) {
      return spools.toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<String> running() {
    try {
      return sweep().running().stream().map(call -> call.agent()).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the activity that asked for an agent's call. */
  private String activity(String agent) {
    return noted(agent, "waiting.json", "activity");
  }

  private String noted(String agent, String file, String field) {
    return spools().stream()
        .filter(spool -> json(spool, "call.json", "agent").equals(agent))
        .map(spool -> json(spool, file, field))
        .findFirst()
        .orElseThrow();
  }

  private static String json(Path spool, String file, String field) {
    try {
      return WireMapper.get().readTree(spool.resolve(file).toFile()).path(field).asText();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private ProcessHandle process(String agent) {
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
}
