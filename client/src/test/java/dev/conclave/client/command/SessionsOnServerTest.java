package dev.conclave.client.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.activities.tool.DevServer;
import dev.conclave.client.Bench;
import dev.conclave.client.Run;
import dev.conclave.client.Samples;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.GateAnswer;
import dev.conclave.workflows.temporal.ServerException;
import dev.conclave.workflows.temporal.TaskQueues;
import dev.conclave.workflows.text.WireMapper;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.api.workflowservice.v1.DeleteWorkflowExecutionRequest;
import io.temporal.common.converter.EncodedValues;
import io.temporal.worker.WorkerFactory;
import io.temporal.workflow.DynamicWorkflow;
import io.temporal.workflow.Workflow;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Needs a real server for visibility, task queues and heartbeats. */
@Timeout(600)
@Execution(ExecutionMode.CONCURRENT)
@ResourceLock("the bench of SessionsOnServerTest") // its methods run one by one
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class SessionsOnServerTest {
  private static final String DAY = "-2026-11-21";

  private Path folder;
  @AutoClose private DevServer server;
  @AutoClose private Bench bench;

  @BeforeAll
  void open(@TempDir Path temporary) throws Exception {
    folder = temporary;
    server = DevServer.start(folder.resolve("server.log"), DevServer.ATTRIBUTES);
    bench = new Bench(server.address(), folder);
  }

  @Test
  @Order(1)
  void nothing_starts_without_a_worker() {
    Run run = bench.conclave("plan", "Nobody is there").ended(3);
    assertThat(run.err()).contains("No worker polls queue conclave").contains("conclave worker");
    assertThat(bench.conclave("list", "--all").out()).doesNotContain("nobody");
  }

  @Test
  @Order(2)
  void sessions_are_listed_searched_and_found_by_prefix() throws Exception {
    bench.startWorker();
    bench.conclave("plan", "Alpha limits", "--yes");
    bench.conclave("plan", "Alpha waits 等待").ended(10);
    Run last = bench.conclave("plan", "Beta waits");
    assertThat(last.err()).doesNotContain("not registered");

    eventually(() -> bench.conclave("list", "--awaiting").out(), out -> out.contains("beta"));
    String awaiting = bench.conclave("list", "--awaiting").out();
    assertThat(awaiting)
        .contains(bench.handle("MCP-alpha-waits-等待" + DAY))
        .contains("decision")
        .contains("my repository 仓库")
        .doesNotContain("alpha-limits");
    eventually(
        () -> bench.conclave("list", "--all").out(),
        out -> out.contains(bench.handle("MCP-alpha-limits" + DAY)));
    assertThat(bench.conclave("list").out()).doesNotContain("alpha-limits");
    JsonNode lines = bench.conclave("list", "--json").json();
    assertThat(lines.get(0).path("phase").asText()).isEqualTo("awaiting-decision");

    assertThat(bench.conclave("show", "last").out()).contains("MCP-beta-waits" + DAY);
    assertThatThrownBy(() -> bench.sessions("bo", folder).find("last"))
        .hasMessageContaining("You started none of the newest sessions");
    assertThat(bench.conclave("show", "MCP-be").out()).contains("MCP-beta-waits" + DAY);
    assertThat(bench.conclave("show", "beta").out()).contains("MCP-beta-waits" + DAY);
    Run several = bench.conclave("show", "MCP-alpha").ended(2);
    assertThat(several.err())
        .contains("matches 2 sessions")
        .contains("\n  " + bench.handle("MCP-alpha-limits" + DAY));
    assertThat(bench.conclave("show", "gamma").err()).contains("There is no session");
    bench.conclave("show", "x' OR 'a'='a").ended(2);
  }

  @Test
  @Order(3)
  void running_agents_show_their_own_last_event() throws Exception {
    var agents = bench.host.holdAgents();
    bench.conclave("plan", "Slow agents", "--detach");

    String shown =
        eventually(
            () -> bench.conclave("show", "MCP-slow-agents" + DAY).out(),
            out ->
                out.contains("gemini reads limiter.py") && out.contains("codex reads limiter.py"));

    assertThat(line(shown, "gemini  "))
        .contains("gemini reads")
        .contains("1.2k tok")
        .contains("12s");
    assertThat(line(shown, "codex  ")).contains("codex reads");
    assertThat(bench.conclave("show", "MCP-slow-agents" + DAY, "--receipts").out())
        .containsPattern("1 +gemini +analyst +running")
        .containsPattern("1 +codex +analyst +running");
    agents.countDown();
    bench.conclave("watch", "MCP-slow-agents" + DAY).ended(10);
  }

  // Fails on the in-memory server, which refuses to cancel an activity that is just ending.
  @Test
  @Order(3)
  void cancel_ends_a_running_round_within_seconds_and_resume_repeats_it() throws Exception {
    var agents = bench.host.holdAgents();
    bench.conclave("plan", "Cut short", "--detach");
    eventually(
        () -> bench.conclave("show", "MCP-cut-short" + DAY).out(),
        out -> out.contains("reads limiter.py"));

    Run cancelled = bench.conclave("cancel", "MCP-cut-short" + DAY, "--json").ended(0);
    assertThat(cancelled.json().path("status").asText()).isEqualTo("cancelled");
    assertThat(bench.conclave("show", "MCP-cut-short" + DAY, "--receipts").out())
        .containsPattern("1 +gemini +analyst +cancelled")
        .contains("round 1, codex: cancelled, tokens and cost unknown");

    agents.countDown();
    Run resumed = bench.conclave("resume", "MCP-cut-short" + DAY).ended(10);
    assertThat(resumed.out()).contains("1-decision");
  }

  @Test
  @Order(3)
  void a_session_ended_by_its_deadline_resumes_without_it_and_says_so() throws Exception {
    String id = "MCP-runs-out-of-time" + DAY;
    bench.conclave("plan", "Runs out of time", "--detach", "--deadline", "1s");
    eventually(() -> bench.conclave("show", id).out(), out -> out.contains("the deadline passed"));
    bench.conclave("watch", id); // until it has closed

    Run resumed = bench.conclave("resume", id).ended(10);
    assertThat(resumed.err())
        .contains("Its deadline passed at ", "it continues without one", "--deadline 2d")
        .doesNotContain("At its deadline");
    assertThat(bench.sessions("ada").get(id).known().deadlineAt()).isEmpty();

    bench.conclave("cancel", id);
    Run another = bench.conclave("resume", id, "--deadline", "2d:save");
    assertThat(another.err()).contains("At its deadline, 2026-11-23").doesNotContain("passed at");
    String newest = bench.sessions("ada").get(id).describe().getExecution().getRunId();
    String listed =
        eventually(
            () -> bench.conclave("list", "--all", "--json").out(), out -> out.contains(newest));
    assertThat(WireMapper.get().readTree(listed).findValuesAsText("id"))
        .contains(id)
        .doesNotHaveDuplicates();
    assertThat(bench.sessions("ada").get(id).known().deadlineAt()).isPresent();
  }

  @Test
  @Order(3)
  void a_plan_is_listed_as_awaiting_while_its_context_awaits_a_human() throws Exception {
    String plan = "MCP-change-the-reply" + DAY;
    bench.host.conflicts(Samples.conflict("CON-001", "The reply changes", 2));
    bench.conclave("plan", "Change the reply", "--context", "full");

    String listed =
        eventually(
            () -> bench.conclave("list").out(),
            out -> out.lines().filter(line -> line.contains("awaiting conflict")).count() == 2);
    assertThat(listed.lines().filter(line -> line.contains("awaiting conflict")))
        .satisfiesExactly(
            line -> assertThat(line).startsWith(bench.handle(plan) + " "),
            line -> assertThat(line).startsWith(bench.handle(plan) + "/context "));
    assertThat(bench.conclave("list", "--awaiting").out())
        .contains(bench.handle(plan) + "/context");

    bench.conclave("cancel", "change-the-reply").ended(0);
    assertThat(bench.conclave("watch", plan + "/context").out()).contains("cancelled");
    Run resumed = bench.conclave("resume", plan);
    assertThat(resumed.out()).as(resumed.err()).contains("(gate 2-conflict)");
    assertThat(bench.conclave("answer", plan, "custom", "--watch").out()).contains("1-decision");
    bench.host.conflicts();
  }

  @Test
  @Order(4)
  void a_folder_without_state_is_not_enough_to_resume() throws Exception {
    Path session =
        Files.createDirectories(
            bench.repository.resolve(".workflow/.multi-cli-plan/MCP-forgotten-2026-01-02"));
    Files.writeString(
        session.resolve("session-state.json"),
        """
        {"session_id":"MCP-forgotten-2026-01-02","task_description":"忘记","status":"saved"}
        """);

    for (String command : List.of("show", "resume")) {
      Run run = bench.conclave(command, "MCP-forgotten").ended(2);
      assertThat(run.err()).contains(session.toString(), "not enough to continue");
    }
  }

  @Test
  @Order(4)
  void a_session_the_server_forgot_resumes_from_its_folder() throws Exception {
    String id = "MCP-outlives-its-server" + DAY;
    bench.conclave("plan", "Outlives its server");
    Path session = forget(id);

    assertThat(bench.conclave("show", id, "--receipts").out()).contains("gemini", "codex", "$0.25");
    for (Run run : List.of(bench.conclave("answer", id, "proceed"), bench.conclave("watch", id))) {
      assertThat(run.code()).isEqualTo(2);
      assertThat(run.err())
          .contains("no longer has session", "but its folder", "`conclave resume " + id + "`");
    }
    bench.set("TEMPORAL_ADDRESS", "127.0.0.1:1");
    for (String name : List.of(id, "outlives")) {
      Run folder = bench.conclave("show", name).ended(0);
      assertThat(folder.err()).contains("showing its folder " + session);
      assertThat(folder.out()).contains("its workflow is unreachable");
    }
    bench.set("TEMPORAL_ADDRESS", server.address());

    Run resumed = bench.conclave("resume", "outlives").ended(10);
    assertThat(resumed.err()).contains("continues from " + session);
    // A gate id is never reused: the resumed session opens a new gate.
    assertThat(resumed.out()).contains("2-decision");
    Run approved = bench.conclave("decide", id, "approve", "1", "--watch");
    assertThat(approved.out()).as(approved.err()).contains("3-confirmation");
    assertThat(bench.conclave("resume", id).err()).contains("is still running");
  }

  @Test
  @Order(4)
  void a_folder_not_written_here_for_this_workspace_starts_nothing() throws Exception {
    String id = "MCP-comes-with-a-clone" + DAY;
    bench.conclave("plan", "Comes with a clone");
    Path state = forget(id).resolve("session-state.json");
    String written = Files.readString(state);

    Files.writeString(state, written.replace("\"host\":\"" + bench.hostId(), "\"host\":\"another"));
    assertThat(bench.conclave("resume", id).err()).contains("was not written here", "on host lima");
    Files.writeString(
        state, written.replace("\"path\":\"" + bench.repository, "\"path\":\"" + bench.home));
    assertThat(bench.conclave("resume", id).err())
        .contains("was not written here", "with the workspace at " + bench.home);
    Files.writeString(state, written.replace(id, "MCP-other"));
    assertThat(bench.conclave("resume", id).err()).contains("belongs to session MCP-other");
    assertThat(bench.conclave("list").out()).doesNotContain("comes-with-a-clone");
  }

  /** Writes the session's folder as a worker does, then removes the session from the server. */
  private Path forget(String id) throws Exception {
    Path session =
        Files.createDirectories(bench.repository.resolve(".workflow/.multi-cli-plan/" + id));
    ObjectNode state = WireMapper.get().createObjectNode().put("session_id", id);
    state.set("_carried", WireMapper.get().valueToTree(bench.sessions("ada").get(id).known()));
    Files.write(session.resolve("session-state.json"), WireMapper.get().writeValueAsBytes(state));
    bench
        .connection
        .service()
        .blockingStub()
        .deleteWorkflowExecution(
            DeleteWorkflowExecutionRequest.newBuilder()
                .setNamespace(bench.connection.namespace())
                .setWorkflowExecution(WorkflowExecution.newBuilder().setWorkflowId(id))
                .build());
    eventually(() -> bench.conclave("show", id).err(), err -> err.contains("no longer has"));
    return session.toRealPath();
  }

  @Test
  @Order(6)
  void an_answer_without_a_polling_worker_is_neither_sent_nor_recorded() {
    bench.conclave("plan", "Worker dies");
    bench.stopWorker();
    var session = bench.sessions("ada").get("MCP-worker-dies" + DAY);
    GateAnswer answer = GateAnswer.of("1-decision", AnswerKind.MORE_ANALYSIS);

    assertThatThrownBy(() -> session.answer(answer, Duration.ofSeconds(3)))
        .isInstanceOf(ServerException.class)
        .hasMessageContaining("No worker answered");

    bench.startWorker();
    assertThat(session.decisions()).isEmpty();
    assertThat(session.answer(answer, Duration.ofMinutes(3)).gate()).isEqualTo("1-decision");
  }

  @Test
  @Order(7)
  void every_command_reports_a_session_its_worker_cannot_replay_as_stuck() throws Exception {
    String id = "MCP-of-another-version" + DAY;
    bench.conclave("plan", "Of another version");
    bench.stopWorker();
    WorkerFactory other = WorkerFactory.newInstance(bench.connection.client());
    other.newWorker(TaskQueues.WORKFLOWS).registerWorkflowImplementationTypes(OtherVersion.class);
    other.start();
    try {
      Run parked = bench.conclave("show", id).ended(3);
      assertThat(parked.err()).contains("cannot replay it").hasLineCount(1);

      bench.connection.client().newUntypedWorkflowStub(id).signal("submitAnswer", Map.of());
      eventually(
          () -> bench.conclave("list").out(), out -> line(out, bench.handle(id)).contains("stuck"));
      Run shown = bench.conclave("show", id).ended(3);
      assertThat(shown.err())
          .contains("Session " + id + " is stuck: its worker cannot replay it")
          .hasLineCount(1);
      assertThat(bench.conclave("decide", id, "1").err()).contains("is stuck").hasLineCount(1);
    } finally {
      other.shutdownNow();
    }
  }

  /** A workflow that matches none of our histories. */
  public static final class OtherVersion implements DynamicWorkflow {
    @Override
    public Object execute(EncodedValues arguments) {
      Workflow.sleep(Duration.ofDays(9));
      return "";
    }
  }

  private static String line(String page, String start) {
    return page.lines().filter(line -> line.startsWith(start)).findFirst().orElseThrow();
  }

  private static String eventually(Supplier<String> look, Predicate<String> wanted)
      throws InterruptedException {
    String seen = "";
    for (int i = 0; i < 600; i++) {
      seen = look.get();
      if (wanted.test(seen)) {
        return seen;
      }
      Thread.sleep(250);
    }
    throw new AssertionError("it never came to it: " + seen);
  }
}
