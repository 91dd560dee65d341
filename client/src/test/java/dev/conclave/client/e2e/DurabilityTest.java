package dev.conclave.client.e2e;

import static dev.conclave.client.e2e.CountingAgent.signal;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.activities.tool.Tool;
import dev.conclave.client.e2e.CountingAgent.Call;
import dev.conclave.client.e2e.Laptop.Said;
import dev.conclave.workflows.temporal.WireMapper;
import io.temporal.api.enums.v1.PendingActivityState;
import io.temporal.api.workflow.v1.PendingActivityInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * What a session outlives, and what it leaves alone: the real command, server and worker, killed,
 * stopped and started again.
 */
@Timeout(900)
@Order(3) // it waits long
@Execution(ExecutionMode.CONCURRENT)
@ResourceLock("the machine of DurabilityTest") // its methods one by one
@TestInstance(Lifecycle.PER_CLASS)
class DurabilityTest {
  private static final String TASK = "Add rate limiting per client to the server";
  private static final int DONE = 0;
  private static final int NO_SERVER_OR_WORKER = 3;
  private static final int AWAITING_HUMAN = 10;

  private Laptop laptop;
  private UserTree user;
  private CountingAgent agents;

  // One machine for all: it is slow to start, and each test begins sessions of its own.
  @BeforeAll
  void a_machine_with_three_agents(@TempDir Path folder) throws IOException {
    laptop = new Laptop(folder).setting("slots: 2");
    laptop.file("src/server.py", Script.SERVER).file("tests/test_server.py", Script.TEST);
    laptop.commit("A server");
    user = UserTree.in(laptop.repository()).withPitfalls();
    agents = CountingAgent.on(laptop, "alpha", "beta", "gamma");
  }

  @BeforeEach
  void nobody_was_asked() throws IOException {
    agents.forget();
  }

  @AfterAll
  void stop() {
    if (laptop != null) {
      laptop.close();
    }
  }

  @Test
  void a_worker_killed_at_any_point_buys_no_finished_call_twice() throws Exception {
    List<String> all = List.of("alpha", "beta", "gamma");
    for (String name : all) {
      agents.hold(name);
    }
    begin("--tools", "alpha,beta,gamma", "--max-rounds", "1", "--detach");
    Laptop.until("two agents are asked, which fills the slots", () -> agents.calls().size() == 2);
    Call runs = agents.calls().get(0);
    Call ends = agents.calls().get(1);
    String waits =
        all.stream()
            .filter(name -> !List.of(runs.agent(), ends.agent()).contains(name))
            .findFirst()
            .orElseThrow();

    // One call ends and the worker has no time to say so, one runs, one has not begun.
    ProcessHandle worker = laptop.worker();
    signal(worker, "STOP");
    agents.release(ends.agent());
    Laptop.until("the call has ended", () -> CallProcesses.on(laptop, ends.agent()).isEmpty());
    kill(worker);
    laptop.up();
    agents.holdGitAfter(waits);
    Laptop.until("the third is asked", () -> agents.calls().size() == 3);
    agents.release(runs.agent());
    // A call whose worker was killed is pending, too, while nobody has taken it up again.
    Laptop.until("its call is all that is left", () -> pending("ask").size() == 1);
    agents.release(waits);

    // Cited places are looked up in the tree, and Git is held.
    Laptop.until("the replies are being entered", () -> !started("enter").isEmpty());
    kill(laptop.worker());
    agents.releaseGit();
    laptop.up();
    assertThat(laptop.conclave("watch", "last").exit()).isEqualTo(AWAITING_HUMAN);
    // Right after it.
    kill(laptop.worker());
    laptop.up();

    assertThat(laptop.session().path("rounds").get(0).path("agents")).hasSize(3);
    Said approved = laptop.conclave("answer", "last", "approve", "--solution", "1", "--watch");
    assertThat(approved.exit()).as(approved.toString()).isEqualTo(AWAITING_HUMAN);
    ok(laptop.conclave("answer", "last", "execute", "--watch"));
    assertThat(agents.asked("analysis")).isEqualTo(all);
    assertThat(agents.asked("plan")).hasSize(1);
  }

  @Test
  void a_session_outlives_its_server_and_its_machine_and_leaves_the_tree_as_it_was(
      @TempDir Path elsewhere) throws Exception {
    List<String> tree = user.content();
    toTheDecision(TASK);
    String session = laptop.session().path("session").asText();
    String gate = laptop.session().path("gate").path("id").asText();

    kill(laptop.server());
    laptop.up();
    assertThat(laptop.session().path("gate").path("id").asText()).isEqualTo(gate);
    ProcessHandle server = laptop.server();
    ok(laptop.conclave("answer", session, "approve", "--solution", "1", "--as", "Ada"));
    kill(server);
    laptop.up();
    assertThat(laptop.conclave("watch", session).exit()).isEqualTo(AWAITING_HUMAN);
    // A server that is killed before it has indexed that catches up some time after its start.
    Laptop.until(
        "it is listed as waiting",
        () -> laptop.conclave("list", "--awaiting").out().contains(session));

    Process others = new ProcessBuilder("sleep", "400").start();
    try {
      reboot(others.pid());
      for (String command : List.of("list", "watch")) {
        Said nobody =
            command.equals("list") ? laptop.conclave(command) : laptop.conclave(command, session);
        assertThat(nobody.exit()).as(nobody.toString()).isEqualTo(NO_SERVER_OR_WORKER);
        assertThat(nobody.err())
            .contains("No Temporal server answers at " + laptop.address(), "`conclave up`");
      }
      assertThat(toTheDecision("Log every request of the server").err())
          .containsPattern("(?<!\\d)(1 waits|\\d+ wait) for you");
      assertThat(others.isAlive()).isTrue();
    } finally {
      others.destroyForcibly();
    }
    assertThat(laptop.conclave("list").out()).contains(session, "log-every-request");

    assertThat(laptop.conclave("list", "--awaiting", "--json").out()).contains(session);
    ok(laptop.conclave("answer", session, "execute", "--watch"));

    JsonNode state = stateFile(session);
    assertThat(state.path("status").asText()).isEqualTo("complete");
    assertThat(state.path("user_decisions")).hasSize(2);
    assertThat(state.path("user_decisions").get(0).toString()).contains(gate, "Ada");
    assertThat(agents.asked("analysis")).containsExactly("alpha", "alpha", "beta", "beta");
    assertThat(laptop.sessionFile("/IMPL_PLAN.md")).exists();
    assertThat(user.content()).isEqualTo(tree);
  }

  /** Both processes are gone, and their numbers are another's since the machine was started. */
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
  void a_session_cancelled_in_mid_round_leaves_no_process_and_can_go_on() throws Exception {
    Tool.needed("setsid");
    agents.stubborn(true);
    begin("--tools", "alpha,beta", "--max-rounds", "1", "--detach");
    Laptop.until("both are asked", () -> agents.calls().size() == 2);
    Laptop.until(
        "each has a grandchild in a session of its own",
        () -> CallProcesses.on(laptop, CountingAgent.CHILD).size() == 2);

    ok(laptop.conclave("cancel", "last"));
    assertThat(CallProcesses.on(laptop)).as("left when cancel has returned").isEmpty();
    assertThat(laptop.session().path("phase").asText()).isEqualTo("cancelled");
    assertThat(stateFile(laptop.session().path("session").asText()).path("status").asText())
        .isEqualTo("cancelled");
    JsonNode calls = laptop.conclave("show", "last", "--receipts", "--json").json();
    assertThat(calls).hasSize(2).allMatch(call -> call.path("status").asText().equals("killed"));
    assertThat(calls.findValuesAsText("signal")).containsExactly("TERM", "TERM");
    assertThat(calls.findValuesAsText("cost_source")).containsExactly("unknown", "unknown");

    agents.stubborn(false);
    assertThat(laptop.conclave("resume", "last").exit()).isEqualTo(AWAITING_HUMAN);
  }

  @Test
  void a_machine_with_nothing_installed_plans_in_memory_and_says_so(@TempDir Path folder)
      throws Exception {
    Laptop bare =
        Laptop.bare(folder, "java", "git", "sh", "cat", "mv", "rm", "ls", "mkdir", "sleep");
    bare.file("src/server.py", Script.SERVER).commit("A server");
    Said up = bare.conclave("up", "--detach");
    assertThat(up.exit()).as(up.toString()).isEqualTo(NO_SERVER_OR_WORKER);
    assertThat(up.err())
        .contains("downloading it", "That did not work", "or Go 1.25, which can build it");

    Said planned = bare.conclave("plan", TASK, "--tools", "direct", "--yes");
    assertThat(planned.exit()).as(planned.toString()).isEqualTo(DONE);
    assertThat(planned.err()).contains("in memory", "the session ends with it");
    assertThat(planned.out()).contains("complete");
    assertThat(bare.sessionFile("/IMPL_PLAN.md")).exists();
  }

  @Test
  void an_analysis_outlives_worker_and_server_in_every_phase_and_buys_nothing_twice()
      throws Exception {
    agents.hold("alpha");
    agents.hold("beta");
    ok(
        laptop.conclave(
            "analyze",
            "Is the server safe under load?",
            "--mode",
            "standard",
            "--tools",
            "alpha,beta",
            "--perspectives",
            "technical,business",
            "--detach"));
    Laptop.until("the topic is analyzed", () -> agents.calls().size() == 1);
    kill(laptop.worker());
    agents.release("alpha");
    laptop.up();
    atGate("1-configuration");
    kill(laptop.server());
    laptop.up();
    agents.hold("alpha");
    ok(laptop.conclave("answer", "last", "approve"));
    atGate("2-tasks");
    ok(laptop.conclave("answer", "last", "approve"));
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
    ok(laptop.conclave("answer", "last", "done"));
    atGate("4-completion");
    kill(laptop.worker());
    laptop.up();
    ok(laptop.conclave("answer", "last", "keep", "--watch"));

    assertThat(agents.asked("topic")).containsExactly("alpha");
    assertThat(agents.asked("exploration")).containsExactly("alpha", "beta");
    assertThat(agents.asked("perspective")).containsExactly("alpha", "beta");
    assertThat(agents.asked("conclusion")).hasSize(1);
    assertThat(Path.of(laptop.session().path("folder").asText()))
        .isDirectoryContaining("glob:**/context.md");
  }

  @Test
  void a_plan_with_its_full_context_outlives_worker_and_server_and_buys_nothing_twice()
      throws Exception {
    agents.hold("alpha");
    agents.hold("beta");
    ok(
        laptop.conclave(
            "plan",
            "Integrate rate limiting per client",
            "--context",
            "full",
            "--tools",
            "alpha,beta",
            "--max-rounds",
            "1",
            "--detach"));
    Laptop.until("two explore", () -> agents.calls().size() == 2);
    ProcessHandle worker = laptop.worker();
    signal(worker, "STOP");
    agents.release("beta");
    Laptop.until("one has explored", () -> CallProcesses.on(laptop, "beta").isEmpty());
    kill(worker);
    kill(laptop.server());
    laptop.up();
    agents.release("alpha");
    atGate("1-conflict");
    kill(laptop.server());
    kill(laptop.worker());
    laptop.up();
    ok(laptop.conclave("answer", "last", "custom"));
    assertThat(laptop.conclave("watch", "last").exit()).isEqualTo(AWAITING_HUMAN);
    kill(laptop.worker());
    laptop.up();

    assertThat(laptop.session().at("/gate/id").asText()).isEqualTo("1-decision");
    assertThat(agents.asked("exploration")).containsExactly("alpha", "alpha", "beta");
    assertThat(agents.asked("conflicts")).hasSize(1);
    assertThat(agents.asked("analysis")).containsExactly("alpha", "beta");
  }

  @Test
  void a_plan_goes_on_without_its_full_context_when_that_is_terminated() throws Exception {
    Said waits = toTheDecision("Integrate rate limiting per key", "--context", "full");
    assertThat(waits.out()).contains("1-conflict");
    terminateContext(laptop.session().path("session").asText());
    assertThat(laptop.conclave("watch", "last").exit()).isEqualTo(AWAITING_HUMAN);
    assertThat(laptop.session().path("notes").toString())
        .contains("the full context ended without a result; the search alone has to do");

    toTheDecision("Integrate rate limiting per address", "--context", "full");
    String session = laptop.session().path("session").asText();
    kill(laptop.worker());
    ok(laptop.temporal("workflow", "signal", "-w", session, "--name", "cancelSession", "-i", "{}"));
    terminateContext(session);
    laptop.up();
    Laptop.until(
        "it is cancelled", () -> laptop.session().path("phase").asText().equals("cancelled"));
  }

  private void terminateContext(String session) {
    ok(laptop.temporal("workflow", "terminate", "-w", session + "/context", "--reason", "odd"));
  }

  private void atGate(String gate) {
    Laptop.until("gate " + gate, () -> laptop.session().at("/gate/id").asText().equals(gate));
  }

  private static void ok(Said said) {
    assertThat(said.exit()).as(said.toString()).isEqualTo(DONE);
  }

  private void begin(String... options) {
    List<String> arguments = new ArrayList<>(List.of("plan", TASK));
    arguments.addAll(List.of(options));
    ok(laptop.conclave(arguments.toArray(String[]::new)));
  }

  private Said toTheDecision(String task, String... options) {
    List<String> command = new ArrayList<>(List.of("plan", task, "--tools", "alpha,beta"));
    command.addAll(List.of("--max-rounds", "1"));
    command.addAll(List.of(options));
    Said asked = laptop.conclave(command.toArray(String[]::new));
    assertThat(asked.exit()).as(asked.toString()).isEqualTo(AWAITING_HUMAN);
    return asked;
  }

  private static void kill(ProcessHandle process) {
    process.destroyForcibly();
    Laptop.until("the killed process is gone", () -> !process.isAlive());
  }

  private JsonNode stateFile(String session) throws IOException {
    return WireMapper.get().readTree(laptop.sessionFile(session + "/session-state.json").toFile());
  }

  /** The activities of a type that some worker took and has not ended. */
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
