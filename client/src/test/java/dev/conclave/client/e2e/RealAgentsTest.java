package dev.conclave.client.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.conclave.activities.agent.endpoint.InstalledAgents;
import dev.conclave.activities.agent.endpoint.Scenario;
import dev.conclave.activities.agent.endpoint.ScriptedModelEndpoint;
import dev.conclave.client.e2e.Laptop.Said;
import dev.conclave.workflows.temporal.WireMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Whole sessions through the command itself: a real Temporal server, a real worker process, the
 * real agent programs against a scripted model endpoint.
 */
@Timeout(900)
@Execution(ExecutionMode.CONCURRENT)
class RealAgentsTest {
  private static final String TASK = "Add rate limiting per client to the server";

  @TempDir private Path folder;
  private Laptop laptop;
  private ScriptedModelEndpoint endpoint;

  @BeforeEach
  void start() throws IOException {
    laptop = new Laptop(folder);
    laptop.file("src/server.py", Script.SERVER).file("tests/test_server.py", Script.TEST);
    laptop.commit("A server");
    endpoint = new ScriptedModelEndpoint();
  }

  @AfterEach
  void stop() {
    if (endpoint != null) {
      endpoint.close();
    }
    if (laptop != null) {
      laptop.close();
    }
  }

  private void agent(String name, Scenario scenario) throws IOException {
    laptop.agent(
        name, InstalledAgents.configuration(name, endpoint.script(name, scenario), Map.of()));
  }

  private static Scenario voice(int voice) {
    return new Scenario.Answer(prompt -> Script.reply(prompt, voice));
  }

  @Test
  void two_agents_converge_in_two_rounds_and_the_decision_becomes_a_plan() throws Exception {
    agent("gemini", voice(0));
    agent("codex", voice(1));

    Said asked = laptop.conclave("plan", TASK, "--tools", "gemini,codex", "--json");
    assertThat(asked.exit()).as(asked.out() + asked.err()).isEqualTo(10);
    Said shown = laptop.conclave("show", "last", "--json");
    JsonNode session = state(shown);
    assertThat(session.path("rounds")).hasSize(2);
    assertThat(session.path("rounds").get(1).path("recommendation").asText())
        .as(shown.out())
        .isEqualTo("converged");

    assertThat(laptop.conclave("answer", "last", "approve", "--solution", "1", "--watch").exit())
        .isEqualTo(10);
    Said confirmed = laptop.conclave("answer", "last", "execute", "--watch");
    assertThat(confirmed.exit()).as(confirmed.out() + confirmed.err()).isZero();

    JsonNode plan = json(laptop.sessionFile("/plan.json"));
    assertThat(plan.path("task_count").asInt()).isEqualTo(2);
    assertThat(plan.path("_metadata").path("degraded").asBoolean()).isFalse();
    assertThat(Files.readString(laptop.sessionFile("/IMPL_PLAN.md"))).contains("src/bucket.py");
    assertThat(json(laptop.sessionFile("/rounds/2/synthesis.json")).path("cli_executions"))
        .hasSize(2);
    assertThat(laptop.sessionFile("/execution-context.json")).exists();
    // One call in each round: gemini is the moderator and the planner.
    assertThat(endpoint.requests("codex")).hasSize(2);
  }

  @Test
  void a_rate_limited_agent_is_replaced_and_the_round_goes_on() throws Exception {
    agent("gemini", new Scenario.Refusal(429, Optional.of(Duration.ofSeconds(30))));
    agent("codex", voice(1));
    agent("claude", voice(0));

    Said asked =
        laptop.conclave(
            "plan",
            TASK,
            "--tools",
            "gemini,codex",
            "--fallback",
            "claude",
            "--max-rounds",
            "1",
            "--json");
    assertThat(asked.exit()).as(asked.out() + asked.err()).isEqualTo(10);
    JsonNode session = state(laptop.conclave("show", "last", "--json"));

    assertThat(session.path("rounds").get(0).path("failed").toString())
        .contains("gemini: rate-limited");
    assertThat(session.path("rounds").get(0).path("agents").toString())
        .contains("claude")
        .contains("codex");
  }

  @Test
  void prose_around_json_is_read_and_an_unreadable_reply_is_asked_for_again() throws Exception {
    agent(
        "qwen",
        new Scenario.Answer(
            prompt ->
                "Let me think. {not json}\n\n```json\n"
                    + Script.reply(prompt, 0)
                    + "\n```\nI hope that helps!"));
    agent(
        "codex",
        new Scenario.Answer(
            prompt ->
                prompt.contains("at least one") || prompt.contains("holds no JSON")
                    ? Script.reply(prompt, 1)
                    : "{\"feasibility_score\": 0.8, \"findings\": []}"));

    Said asked =
        laptop.conclave("plan", TASK, "--tools", "qwen,codex", "--max-rounds", "1", "--json");
    assertThat(asked.exit()).as(asked.out() + asked.err()).isEqualTo(10);
    JsonNode synthesis = json(laptop.sessionFile("/rounds/1/synthesis.json"));

    assertThat(synthesis.path("cli_analyses")).hasSize(2);
    assertThat(synthesis.path("cli_analyses").toString()).doesNotContain("fallback-extraction");
    assertThat(synthesis.path("consensus_points")).isNotEmpty();
    assertThat(endpoint.requests("codex")).hasSizeGreaterThanOrEqualTo(2);
  }

  @Test
  void an_agent_that_writes_is_found_out_and_the_users_tree_is_untouched() throws Exception {
    // A custom agent, because the CLIs' own read-only modes already refuse to write.
    laptop.agent(
        "scribbler",
        Map.of(
            "argv",
            java.util.List.of(
                "sh", "-c", "cat > /dev/null; echo spoiled >> src/server.py; echo x")));
    agent("codex", voice(1));

    Said asked =
        laptop.conclave("plan", TASK, "--tools", "scribbler,codex", "--max-rounds", "1", "--json");
    assertThat(asked.exit()).as(asked.out() + asked.err()).isEqualTo(10);
    JsonNode session = state(laptop.conclave("show", "last", "--json"));

    assertThat(session.path("rounds").get(0).path("failed").toString())
        .contains("scribbler: wrote-to-workspace");
    assertThat(Files.readString(laptop.repository().resolve("src/server.py")))
        .isEqualTo(Script.SERVER);
  }

  @Test
  void a_worker_killed_in_the_middle_of_a_round_buys_no_call_twice() throws Exception {
    Path gate = folder.resolve("go");
    agent(
        "codex",
        new Scenario.Answer(
            prompt -> {
              waitFor(gate);
              return Script.reply(prompt, 1);
            }));
    agent("gemini", voice(0));

    Said started =
        laptop.conclave(
            "plan", TASK, "--tools", "gemini,codex", "--max-rounds", "1", "--detach", "--json");
    assertThat(started.exit()).as(started.out() + started.err()).isZero();
    Laptop.until("codex is asked", () -> !endpoint.requests("codex").isEmpty());
    Laptop.until("gemini has answered", () -> !endpoint.requests("gemini").isEmpty());
    laptop.worker().destroyForcibly();
    Files.writeString(gate, "go");
    Laptop.until("codex has ended while nobody looks", () -> CallProcesses.on(laptop).isEmpty());

    assertThat(laptop.conclave("up", "--detach").exit()).isZero();
    Said watched = laptop.conclave("watch", "last", "--json");
    assertThat(watched.exit()).as(watched.out() + watched.err()).isEqualTo(10);
    JsonNode session = state(laptop.conclave("show", "last", "--json"));
    assertThat(session.path("rounds").get(0).path("agents").toString())
        .contains("gemini")
        .contains("codex");
    assertThat(endpoint.requests("codex")).hasSize(1);
    // The second is the moderation.
    assertThat(endpoint.requests("gemini")).hasSize(2);
  }

  @Test
  void a_session_is_listed_and_steered_by_the_temporal_command_alone() throws Exception {
    agent("codex", voice(1));
    Said asked = laptop.conclave("plan", TASK, "--tools", "codex", "--max-rounds", "1", "--json");
    assertThat(asked.exit()).as(asked.out() + asked.err()).isEqualTo(10);
    String id = state(laptop.conclave("show", "last", "--json")).path("session").asText();

    Said listed = laptop.temporal("workflow", "list", "--query", "ConclaveAwaiting = 'decision'");
    assertThat(listed.out()).contains(id);
    Said signalled =
        laptop.temporal(
            "workflow",
            "signal",
            "-w",
            id,
            "--name",
            "submitAnswer",
            "--input",
            "{\"gate\":\"1-decision\",\"kind\":\"approve\",\"solution\":1}");
    assertThat(signalled.exit()).as(signalled.err()).isZero();
    Laptop.until(
        "the plan awaits confirmation",
        () ->
            laptop
                .temporal("workflow", "query", "-w", id, "--type", "state")
                .out()
                .contains("2-confirmation"));
    Said executed =
        laptop.temporal(
            "workflow",
            "update",
            "execute",
            "-w",
            id,
            "--name",
            "answer",
            "--input",
            "{\"gate\":\"2-confirmation\",\"kind\":\"execute\"}");
    assertThat(executed.exit()).as(executed.out() + executed.err()).isZero();
    Laptop.until(
        "the session is complete",
        () -> laptop.temporal("workflow", "describe", "-w", id).out().contains("COMPLETED"));
  }

  private static void waitFor(Path file) {
    while (!Files.exists(file)) {
      try {
        Thread.sleep(50);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private static JsonNode state(Said shown) {
    JsonNode json = shown.json();
    return json.has("state") ? json.path("state") : json;
  }

  private static JsonNode json(Path file) throws IOException {
    return WireMapper.get().readTree(Files.readString(file));
  }
}
