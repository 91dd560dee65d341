package dev.conclave.client.e2e;

import static dev.conclave.client.e2e.CountingAgent.signal;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.conclave.activities.tool.Tool;
import dev.conclave.client.e2e.CountingAgent.Call;
import dev.conclave.client.e2e.Laptop.Said;
import dev.conclave.workflows.temporal.WireMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * What a session outlives, and what it leaves alone: the real command, server and worker, killed,
 * stopped and started again.
 */
@Timeout(900)
@Execution(ExecutionMode.CONCURRENT)
class DurabilityTest {
  private static final String TASK = "Add rate limiting per client to the server";
  private static final int DONE = 0;
  private static final int USAGE = 2;
  private static final int NO_SERVER_OR_WORKER = 3;
  private static final int AWAITING_HUMAN = 10;

  @TempDir private Path folder;
  private final List<Laptop> laptops = new ArrayList<>();

  @AfterEach
  void stop() {
    laptops.forEach(Laptop::close);
  }

  private Laptop laptop() throws IOException {
    return with(new Laptop(folder));
  }

  private Laptop with(Laptop laptop) throws IOException {
    laptops.add(laptop);
    laptop.file("src/server.py", Script.SERVER).file("tests/test_server.py", Script.TEST);
    return laptop.commit("A server");
  }

  @Test
  void a_worker_killed_at_any_point_buys_no_finished_call_twice() throws Exception {
    Laptop laptop = laptop().setting("slots: 2");
    CountingAgent agents = CountingAgent.on(laptop, "alpha", "beta", "gamma");
    List<String> all = List.of("alpha", "beta", "gamma");
    for (String name : all) {
      agents.hold(name);
    }
    begin(laptop, "--tools", "alpha,beta,gamma", "--max-rounds", "1", "--detach");
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
    ok(laptop.conclave("up", "--detach"));
    agents.holdGitAfter(waits);
    Laptop.until("the third is asked", () -> agents.calls().size() == 3);
    agents.release(runs.agent());
    // A call whose worker was killed is pending, too, while nobody has taken it up again.
    Laptop.until("its call is all that is left", () -> pending(laptop, "ask").size() == 1);
    agents.release(waits);

    // Cited places are looked up in the tree, and Git is held.
    Laptop.until("the replies are being entered", () -> !started(laptop, "enter").isEmpty());
    kill(laptop.worker());
    agents.releaseGit();
    ok(laptop.conclave("up", "--detach"));
    assertThat(laptop.conclave("watch", "last").exit()).isEqualTo(AWAITING_HUMAN);
    // Right after it.
    kill(laptop.worker());
    ok(laptop.conclave("up", "--detach"));

    assertThat(laptop.session().path("rounds").get(0).path("agents")).hasSize(3);
    finish(laptop);
    assertThat(agents.asked("analysis")).isEqualTo(all);
    assertThat(agents.asked("plan")).hasSize(1);
  }

  @Test
  void a_server_killed_at_a_gate_and_after_an_answer_loses_nothing_accepted() throws Exception {
    Laptop laptop = laptop();
    CountingAgent agents = CountingAgent.on(laptop, "alpha", "beta");
    toTheDecision(laptop);
    String gate = laptop.session().path("gate").path("id").asText();

    kill(laptop.server());
    ok(laptop.conclave("up", "--detach"));
    assertThat(laptop.session().path("gate").path("id").asText()).isEqualTo(gate);
    ProcessHandle server = laptop.server();
    ok(laptop.conclave("answer", "last", "approve", "--solution", "1", "--as", "Ada"));
    kill(server);
    ok(laptop.conclave("up", "--detach"));

    assertThat(laptop.conclave("watch", "last").exit()).isEqualTo(AWAITING_HUMAN);
    assertThat(laptop.session().path("phase").asText()).isEqualTo("awaiting-confirmation");
    ok(laptop.conclave("answer", "last", "execute", "--watch"));
    JsonNode decisions = stateFile(laptop).path("user_decisions");
    assertThat(decisions).hasSize(2);
    assertThat(decisions.get(0).toString()).contains(gate, "Ada");
    assertThat(agents.asked("analysis")).containsExactly("alpha", "beta");
  }

  @Test
  void a_session_cancelled_in_mid_round_leaves_no_process_and_can_go_on() throws Exception {
    Tool.needed("setsid");
    Laptop laptop = laptop();
    CountingAgent agents = CountingAgent.on(laptop, "alpha", "beta");
    agents.stubborn(true);
    begin(laptop, "--tools", "alpha,beta", "--max-rounds", "1", "--detach");
    Laptop.until("both are asked", () -> agents.calls().size() == 2);
    Laptop.until(
        "each has a grandchild in a session of its own",
        () -> CallProcesses.on(laptop, CountingAgent.CHILD).size() == 2);

    ok(laptop.conclave("cancel", "last"));
    assertThat(CallProcesses.on(laptop)).as("left when cancel has returned").isEmpty();
    assertThat(laptop.session().path("phase").asText()).isEqualTo("cancelled");
    assertThat(stateFile(laptop).path("status").asText()).isEqualTo("cancelled");
    JsonNode calls = laptop.conclave("show", "last", "--receipts", "--json").json();
    assertThat(calls).hasSize(2).allMatch(call -> call.path("status").asText().equals("killed"));
    assertThat(calls.findValuesAsText("signal")).containsExactly("TERM", "TERM");
    assertThat(calls.findValuesAsText("cost_source")).containsExactly("unknown", "unknown");

    agents.stubborn(false);
    assertThat(laptop.conclave("resume", "last").exit()).isEqualTo(AWAITING_HUMAN);
    finish(laptop);
  }

  @Test
  void a_waiting_session_is_there_after_everything_was_stopped_and_started() throws Exception {
    Laptop laptop = laptop();
    CountingAgent agents = CountingAgent.on(laptop, "alpha", "beta");
    toTheDecision(laptop);

    ProcessHandle worker = laptop.worker();
    ProcessHandle server = laptop.server();
    ok(laptop.conclave("down"));
    Laptop.until("both have ended", () -> !worker.isAlive() && !server.isAlive());
    assertThat(laptop.conclave("show", "last").exit()).isEqualTo(NO_SERVER_OR_WORKER);
    ok(laptop.conclave("up", "--detach"));

    assertThat(laptop.conclave("list", "--awaiting", "--json").out())
        .contains("MCP-add-rate-limiting");
    finish(laptop);
    assertThat(agents.asked("analysis")).containsExactly("alpha", "beta");
  }

  @Test
  void a_whole_session_leaves_the_users_tree_as_it_was_byte_for_byte() throws Exception {
    Laptop laptop = laptop();
    CountingAgent.on(laptop, "alpha", "beta");
    UserTree tree = UserTree.in(laptop.repository()).withPitfalls();
    List<String> before = tree.content();

    toTheDecision(laptop);
    finish(laptop);
    assertThat(laptop.sessionFile("/IMPL_PLAN.md")).exists();
    assertThat(tree.content()).isEqualTo(before);
  }

  @Test
  void an_answer_while_no_worker_polls_says_so_and_leaves_nothing_behind() throws Exception {
    Laptop laptop = laptop();
    CountingAgent.on(laptop, "alpha", "beta");
    toTheDecision(laptop);
    kill(laptop.worker());

    Said blind =
        laptop.conclave("answer", "last", "approve", "--solution", "1", "--gate", "1-decision");
    assertThat(blind.exit()).as(blind.toString()).isEqualTo(NO_SERVER_OR_WORKER);
    assertThat(blind.err()).contains("No worker answered", "conclave up");

    ok(laptop.conclave("up", "--detach"));
    assertThat(laptop.session().path("gate").path("id").asText()).isEqualTo("1-decision");
    assertThat(laptop.temporal("workflow", "show", "-w", id(laptop)).out())
        .contains("WorkflowTaskCompleted")
        .doesNotContain("WorkflowExecutionUpdate");
    finish(laptop);
  }

  @Test
  void a_machine_with_nothing_installed_plans_in_memory_and_says_so() throws Exception {
    Laptop laptop =
        with(Laptop.bare(folder, "java", "git", "sh", "cat", "mv", "rm", "ls", "mkdir", "sleep"));
    Said up = laptop.conclave("up", "--detach");
    assertThat(up.exit()).as(up.toString()).isEqualTo(NO_SERVER_OR_WORKER);
    assertThat(up.err())
        .contains("downloading it", "That did not work", "or Go 1.25, which can build it");

    Said planned = laptop.conclave("plan", TASK, "--tools", "direct", "--yes");
    assertThat(planned.exit()).as(planned.toString()).isEqualTo(DONE);
    assertThat(planned.err()).contains("in memory", "the session ends with it");
    assertThat(planned.out()).contains("complete");
    assertThat(laptop.sessionFile("/IMPL_PLAN.md")).exists();
    assertThat(stateFile(laptop).path("status").asText()).isEqualTo("complete");
  }

  @Test
  void the_same_task_twice_on_a_day_makes_two_sessions() throws Exception {
    Laptop laptop = laptop();
    String[] direct = {"--tools", "direct", "--detach", "--json"};
    String first = begin(laptop, direct).json().path("session").asText();
    String second = begin(laptop, direct).json().path("session").asText();
    assertThat(first)
        .matches("MCP-add-rate-limiting-per-client-to-the-serv[a-z]*-\\d{4}-\\d\\d-\\d\\d");
    assertThat(second).isEqualTo(first + "-2");
    assertThat(laptop.conclave("list", "--all", "--json").out()).contains(second);
  }

  @Test
  void what_cannot_be_meant_is_refused_with_its_fix_before_anything_starts() throws Exception {
    Laptop laptop = laptop();
    refused(laptop.conclave("plan", TASK, "--tool", "direct"), "--tools");
    refused(laptop.conclave("plan", TASK, "--tools", "gemni"), "gemni", "gemini", "configuration");
    refused(laptop.conclave("plan", TASK, "--repo", "nowhere"), "nowhere", "--repo");
    refused(laptop.conclave("plan", TASK, "--repo", "src/server.py"), "not a directory");
    refused(laptop.conclave("plan", "  "), "task is empty", "-f FILE");
    refused(laptop.conclave("plan", TASK, "--max-rounds", "11"), "1 to 10");
    refused(laptop.conclave("pln", TASK), "plan");
    assertThat(laptop.data().resolve("server")).doesNotExist();
    assertThat(laptop.repository().resolve(".workflow")).doesNotExist();
  }

  private static void refused(Said said, String... words) {
    assertThat(said.exit()).as(said.toString()).isEqualTo(USAGE);
    assertThat(said.err()).contains(words).doesNotContain("\tat ");
  }

  private static void ok(Said said) {
    assertThat(said.exit()).as(said.toString()).isEqualTo(DONE);
  }

  private static Said begin(Laptop laptop, String... options) {
    List<String> arguments = new ArrayList<>(List.of("plan", TASK));
    arguments.addAll(List.of(options));
    Said said = laptop.conclave(arguments.toArray(String[]::new));
    ok(said);
    return said;
  }

  private static void toTheDecision(Laptop laptop) {
    Said asked = laptop.conclave("plan", TASK, "--tools", "alpha,beta", "--max-rounds", "1");
    assertThat(asked.exit()).as(asked.toString()).isEqualTo(AWAITING_HUMAN);
  }

  private static void finish(Laptop laptop) throws IOException {
    Said approved = laptop.conclave("answer", "last", "approve", "--solution", "1", "--watch");
    assertThat(approved.exit()).as(approved.toString()).isEqualTo(AWAITING_HUMAN);
    ok(laptop.conclave("answer", "last", "execute", "--watch"));
    assertThat(stateFile(laptop).path("status").asText()).isEqualTo("complete");
  }

  private static void kill(ProcessHandle process) {
    process.destroyForcibly();
    Laptop.until("the killed process is gone", () -> !process.isAlive());
  }

  private static JsonNode stateFile(Laptop laptop) throws IOException {
    return WireMapper.get().readTree(laptop.sessionFile("/session-state.json").toFile());
  }

  private static String id(Laptop laptop) {
    return laptop.session().path("session").asText();
  }

  /** The activities of a type that some worker took and has not ended. */
  private static List<JsonNode> started(Laptop laptop, String type) {
    return pending(laptop, type).stream()
        .filter(one -> one.path("state").asText().equals("PENDING_ACTIVITY_STATE_STARTED"))
        .toList();
  }

  private static List<JsonNode> pending(Laptop laptop, String type) {
    Said listed = laptop.temporal("workflow", "list", "-o", "json", "--limit", "1");
    String id = listed.json().get(0).path("execution").path("workflowId").asText();
    JsonNode described = laptop.temporal("workflow", "describe", "-w", id, "-o", "json").json();
    List<JsonNode> found = new ArrayList<>();
    for (JsonNode activity : described.path("pendingActivities")) {
      if (activity.path("activityType").path("name").asText().equals(type)) {
        found.add(activity);
      }
    }
    return found;
  }
}
