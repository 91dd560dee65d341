package dev.conclave.client.e2e;

import static dev.conclave.client.e2e.CountingAgent.signal;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.activities.tool.Tool;
import dev.conclave.client.Run;
import dev.conclave.client.e2e.CountingAgent.Call;
import dev.conclave.workflows.text.WireMapper;
import io.temporal.api.enums.v1.PendingActivityState;
import io.temporal.api.workflow.v1.PendingActivityInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a session survives and what it leaves unchanged when the real command, server and worker are
 * killed, stopped and restarted.
 */
@RealMachine
@Order(3) // slow
@Tag("e2e")
class DurabilityTest {
  private static final String TASK = "Add rate limiting per client to the server";
  private static final int DONE = 0;
  private static final int NO_SERVER_OR_WORKER = 3;
  private static final int AWAITING_HUMAN = 10;

  @AutoClose private Laptop laptop;
  private UserTree user;
  private CountingAgent agents;

  // Shared because it starts slowly; each test starts its own sessions.
  @BeforeAll
  void a_machine_with_three_agents(@TempDir Path folder) throws IOException {
    laptop = new Laptop(folder).setting("slots: 2");
    laptop.withServer();
    user = UserTree.in(laptop.repository()).withPitfalls();
    agents = CountingAgent.on(laptop, "alpha", "beta", "gamma");
  }

  @BeforeEach
  void nobody_was_asked() throws IOException {
    agents.forget();
  }

  @Test
  void a_worker_killed_at_any_point_repeats_no_finished_call() throws Exception {
    List<String> all = List.of("alpha", "beta", "gamma");
    for (String name : all) {
      agents.hold(name);
    }
    laptop.types("plan '%s' --tools alpha,beta,gamma --max-rounds 1 --detach", TASK).ended(DONE);
    Laptop.until("two agents are asked, which fills the slots", () -> agents.calls().size() == 2);
    Call runs = agents.calls().get(0);
    Call ends = agents.calls().get(1);
    String waits =
        all.stream()
            .filter(name -> !List.of(runs.agent(), ends.agent()).contains(name))
            .findFirst()
            .orElseThrow();

    // One call ends unreported, one is running, one has not started.
    ProcessHandle worker = laptop.worker();
    signal(worker, "STOP");
    agents.release(ends.agent());
    Laptop.until("the call has ended", () -> CallProcesses.on(laptop, ends.agent()).isEmpty());
    kill(worker);
    laptop.up();
    agents.holdGitAfter(waits);
    Laptop.until("the third is asked", () -> agents.calls().size() == 3);
    agents.release(runs.agent());
    // A call with a killed worker also stays pending until it is taken up again.
    Laptop.until("its call is all that is left", () -> pending("ask").size() == 1);
    agents.release(waits);

    // Citations are looked up in the tree while Git is held.
    Laptop.until("the replies are being entered", () -> !started("mergeReplies").isEmpty());
    kill(laptop.worker());
    agents.releaseGit();
    laptop.up();
    laptop.conclave("watch", "last").ended(AWAITING_HUMAN);
    // Immediately afterwards.
    kill(laptop.worker());
    laptop.up();

    assertThat(laptop.session().path("rounds").get(0).path("agents")).hasSize(3);
    laptop
        .conclave("answer", "last", "approve", "--solution", "1", "--watch")
        .ended(AWAITING_HUMAN);
    laptop.conclave("answer", "last", "accept", "--watch").ended(0);
    assertThat(agents.asked("analysis")).isEqualTo(all);
    assertThat(agents.asked("plan")).hasSize(1);
  }

  @Test
  void a_session_outlives_its_server_and_machine_and_leaves_the_tree_unchanged(
      @TempDir Path elsewhere) throws Exception {
    List<String> tree = user.content();
    toTheDecision(TASK, "");
    String session = laptop.session().path("session").asText();
    String handle = laptop.session().path("handle").asText();
    String gate = laptop.session().path("gate").path("id").asText();

    kill(laptop.server());
    laptop.up();
    assertThat(laptop.session().path("gate").path("id").asText()).isEqualTo(gate);
    ProcessHandle server = laptop.server();
    laptop.conclave("answer", session, "approve", "--solution", "1", "--as", "Ada").ended(0);
    kill(server);
    laptop.up();
    laptop.conclave("watch", session).ended(AWAITING_HUMAN);
    // A server killed before indexing catches up some time after its start.
    Laptop.until(
        "it is listed as waiting",
        () -> laptop.conclave("list", "--awaiting").out().contains(handle));

    Process others = new ProcessBuilder("sleep", "400").start();
    try {
      reboot(others.pid());
      for (String command : List.of("list", "watch " + session)) {
        Run nobody = laptop.types(command).ended(NO_SERVER_OR_WORKER);
        assertThat(nobody.err())
            .contains("No Temporal server answers at " + laptop.address(), "`conclave up`");
      }
      assertThat(toTheDecision("Log every request of the server", "").err())
          .containsPattern("(?<!\\d)(1 session is|\\d+ sessions are) waiting for your input");
      assertThat(others.isAlive()).isTrue();
    } finally {
      others.destroyForcibly();
    }
    assertThat(laptop.conclave("list").out()).contains(handle, "log-every-request");

    assertThat(laptop.conclave("list", "--awaiting", "--json").out()).contains(session);
    laptop.conclave("answer", session, "accept", "--watch").ended(0);

    JsonNode state = stateFile(session);
    assertThat(state.path("status").asText()).isEqualTo("complete");
    assertThat(state.path("user_decisions")).hasSize(2);
    assertThat(state.path("user_decisions").get(0).toString()).contains(gate, "Ada");
    assertThat(agents.asked("analysis")).containsExactly("alpha", "alpha", "beta", "beta");
    assertThat(laptop.sessionFile("/IMPL_PLAN.md")).exists();
    assertThat(user.content()).isEqualTo(tree);
  }

  /** Simulates a reboot: both processes are gone and their pids are reused. */
  private void reboot(long pid) throws IOException {
    kill(laptop.server());
    kill(laptop.worker());
    for (String name : List.of("server", "worker")) {
      Path note = laptop.data().resolve("server/" + name + ".json");
      JsonNode written = WireMapper.get().readTree(note.toFile());
      ((ObjectNode) written.path("process")).put("pid", pid).put("boot_id", "an earlier boot");
      Files.write(note, WireMapper.get().writeValueAsBytes(written));
    }
  }

  @Test
  void a_session_cancelled_mid_round_leaves_no_process_and_can_resume() throws Exception {
    Tool.needed("setsid");
    agents.stubborn(true);
    laptop.types("plan '%s' --tools alpha,beta --max-rounds 1 --detach", TASK).ended(DONE);
    Laptop.until("both are asked", () -> agents.calls().size() == 2);
    Laptop.until(
        "each has a grandchild in a session of its own",
        () -> CallProcesses.on(laptop, CountingAgent.CHILD).size() == 2);

    laptop.conclave("cancel", "last").ended(0);
    assertThat(CallProcesses.on(laptop)).as("left when cancel has returned").isEmpty();
    assertThat(laptop.session().path("phase").asText()).isEqualTo("cancelled");
    assertThat(stateFile(laptop.session().path("session").asText()).path("status").asText())
        .isEqualTo("cancelled");
    JsonNode calls = laptop.conclave("show", "last", "--receipts", "--json").json();
    assertThat(calls).hasSize(2).allMatch(call -> call.path("status").asText().equals("killed"));
    assertThat(calls.findValuesAsText("signal")).containsExactly("TERM", "TERM");
    assertThat(calls.findValuesAsText("cost_source")).containsExactly("unknown", "unknown");

    agents.stubborn(false);
    laptop.conclave("resume", "last").ended(AWAITING_HUMAN);
  }

  @Test
  void a_machine_with_nothing_installed_plans_in_memory_and_says_so(@TempDir Path folder)
      throws Exception {
    Laptop bare =
        Laptop.bare(folder, "java", "git", "sh", "cat", "mv", "rm", "ls", "mkdir", "sleep");
    bare.file("src/server.py", Script.SERVER).commit("A server");
    Run up = bare.conclave("up", "--detach").ended(NO_SERVER_OR_WORKER);
    assertThat(up.err())
        .contains("downloading it", "Download failed", "or Go 1.25, which can build one");

    Run planned = bare.conclave("plan", TASK, "--tools", "direct", "--yes").ended(DONE);
    assertThat(planned.err()).contains("in memory", "which ends with this command");
    assertThat(planned.out()).contains("complete");
    assertThat(bare.sessionFile("/IMPL_PLAN.md")).exists();

    bare.file("p.json", "{\"tasks\": [{\"id\": \"T1\", \"title\": \"Add the bucket\"}]}");
    String before = bare.shell("ls -R .workflow").ended(0).out();
    Run refused = bare.conclave("execute", "p.json", "--yes").ended(NO_SERVER_OR_WORKER);
    assertThat(refused.err()).contains("Only the in-memory server is available");
    Run automatic =
        bare.conclave("plan", TASK, "--tools", "direct", "--auto-execute")
            .ended(NO_SERVER_OR_WORKER);
    assertThat(automatic.err()).contains("omit --auto-execute, ");
    assertThat(bare.shell("ls -R .workflow").out()).isEqualTo(before);
  }

  @Test
  void an_analysis_outlives_worker_and_server_in_every_phase_without_repeated_calls()
      throws Exception {
    agents.hold("alpha");
    agents.hold("beta");
    laptop
        .types(
            "analyze 'Is the server safe under load?' --mode standard --tools alpha,beta --perspectives technical,business --detach")
        .ended(0);
    Laptop.until("the topic is analyzed", () -> agents.calls().size() == 1);
    kill(laptop.worker());
    agents.release("alpha");
    laptop.up();
    atGate("1-configuration");
    kill(laptop.server());
    laptop.up();
    agents.hold("alpha");
    laptop.conclave("answer", "last", "approve").ended(0);
    atGate("2-tasks");
    laptop.conclave("answer", "last", "approve").ended(0);
    Laptop.until("both explore", () -> agents.calls().size() == 3);
    ProcessHandle worker = laptop.worker();
    signal(worker, "STOP");
    agents.release("alpha");
    Laptop.until("one has explored", () -> CallProcesses.on(laptop, "alpha").isEmpty());
    kill(worker);
    kill(laptop.server());
    laptop.up();
    agents.release("beta");
    atGate("3-discussion");
    kill(laptop.server());
    kill(laptop.worker());
    laptop.up();
    laptop.conclave("answer", "last", "done").ended(0);
    atGate("4-completion");
    kill(laptop.worker());
    laptop.up();
    laptop.conclave("answer", "last", "keep", "--watch").ended(0);

    assertThat(agents.asked("topic")).containsExactly("alpha");
    assertThat(agents.asked("exploration")).containsExactly("alpha", "beta");
    assertThat(agents.asked("perspective")).containsExactly("alpha", "beta");
    assertThat(agents.asked("conclusion")).hasSize(1);
    assertThat(Path.of(laptop.session().path("folder").asText()))
        .isDirectoryContaining("glob:**/context.md");
  }

  @Test
  void a_plan_with_full_context_outlives_worker_and_server_without_repeated_calls()
      throws Exception {
    agents.hold("alpha");
    agents.hold("beta");
    laptop
        .types(
            "plan 'Integrate rate limiting per client' --context full --tools alpha,beta --max-rounds 1 --detach")
        .ended(0);
    Laptop.until("two explore", () -> agents.calls().size() == 2);
    ProcessHandle worker = laptop.worker();
    signal(worker, "STOP");
    agents.release("beta");
    Laptop.until("one has explored", () -> CallProcesses.on(laptop, "beta").isEmpty());
    kill(worker);
    kill(laptop.server());
    laptop.up();
    agents.release("alpha");
    atGate("1-questions");
    laptop.conclave("answer", "last", "reply", "--answer", "a=1").ended(0);
    atGate("2-conflict");
    kill(laptop.server());
    kill(laptop.worker());
    laptop.up();
    laptop.conclave("answer", "last", "custom").ended(0);
    laptop.conclave("watch", "last").ended(AWAITING_HUMAN);
    kill(laptop.worker());
    laptop.up();

    assertThat(laptop.session().at("/gate/id").asText()).isEqualTo("1-decision");
    assertThat(agents.asked("exploration")).containsExactly("alpha", "alpha", "beta");
    assertThat(agents.asked("conflicts")).hasSize(1);
    assertThat(agents.asked("analysis")).containsExactly("alpha", "beta");
  }

  @Test
  void a_plan_continues_without_its_full_context_if_that_is_terminated() throws Exception {
    Run waits = toTheDecision("Integrate rate limiting per key", "--context full");
    assertThat(waits.out()).contains("1-questions");
    terminateContext(laptop.session().path("session").asText());
    laptop.conclave("watch", "last").ended(AWAITING_HUMAN);
    assertThat(laptop.session().path("notes").toString())
        .contains("the full context ended without a result; using search results only");

    toTheDecision("Integrate rate limiting per address", "--context full");
    String session = laptop.session().path("session").asText();
    kill(laptop.worker());
    laptop
        .temporal("workflow", "signal", "-w", session, "--name", "cancelSession", "-i", "{}")
        .ended(0);
    terminateContext(session);
    laptop.up();
    Laptop.until(
        "it is cancelled", () -> laptop.session().path("phase").asText().equals("cancelled"));
  }

  private void terminateContext(String session) {
    laptop
        .temporal("workflow", "terminate", "-w", session + "/context", "--reason", "odd")
        .ended(0);
  }

  private void atGate(String gate) {
    Laptop.until("gate " + gate, () -> laptop.session().at("/gate/id").asText().equals(gate));
  }

  private Run toTheDecision(String task, String options) {
    return laptop
        .types("plan '%s' --tools alpha,beta --max-rounds 1 %s", task, options)
        .ended(AWAITING_HUMAN);
  }

  private static void kill(ProcessHandle process) {
    process.destroyForcibly();
    Laptop.until("the killed process is gone", () -> !process.isAlive());
  }

  private JsonNode stateFile(String session) throws IOException {
    return WireMapper.get().readTree(laptop.sessionFile(session + "/session-state.json").toFile());
  }

  /** Returns the activities of a type that a worker has started and not completed. */
  private List<PendingActivityInfo> started(String type) {
    return pending(type).stream()
        .filter(one -> one.getState() == PendingActivityState.PENDING_ACTIVITY_STATE_STARTED)
        .toList();
  }

  private List<PendingActivityInfo> pending(String type) {
    return laptop.pendingActivities().stream()
        .filter(one -> one.getActivityType().getName().equals(type))
        .toList();
  }
}
