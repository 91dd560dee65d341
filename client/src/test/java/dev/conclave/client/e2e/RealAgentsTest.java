package dev.conclave.client.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.conclave.activities.agent.endpoint.InstalledAgents;
import dev.conclave.activities.agent.endpoint.Scenario;
import dev.conclave.activities.agent.endpoint.ScriptedModelEndpoint;
import dev.conclave.client.Run;
import dev.conclave.workflows.config.AgentProgram;
import dev.conclave.workflows.text.WireMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whole sessions through the command, with a real Temporal server, a real worker process and the
 * real agent programs against a scripted model endpoint.
 */
@RealMachine
@Tag("e2e")
@Tag("real")
class RealAgentsTest {
  private static final String TASK = "Add rate limiting per client to the server";

  @AutoClose private Laptop laptop;
  private ScriptedModelEndpoint endpoint;

  // Shared because it starts slowly; each test starts its own session.
  @BeforeAll
  void a_machine_with_all_agents(@TempDir Path folder) throws IOException {
    laptop = new Laptop(folder);
    laptop.withServer();
    endpoint = new ScriptedModelEndpoint();
    for (AgentProgram agent : AgentProgram.values()) {
      String url = script(agent.id(), voice(0));
      laptop.agent(agent.id(), InstalledAgents.configuration(agent.id(), url, Map.of()));
    }
    // A custom agent, because the CLIs' read-only modes already refuse to write.
    String spoil = "cat > /dev/null; echo spoiled >> src/server.py; echo x";
    laptop.agent("scribbler", Map.of("argv", List.of("sh", "-c", spoil)));
  }

  @AfterAll
  void stop() {
    if (laptop != null) {
      laptop.close();
    }
    if (endpoint != null) {
      endpoint.close();
    }
  }

  private String script(String agent, Scenario scenario) {
    return endpoint.script(agent, scenario);
  }

  private static Scenario voice(int voice) {
    return new Scenario.Answer(prompt -> Script.reply(prompt, voice));
  }

  /** Answers with the temporal command: a signal, and an update that waits. */
  @Test
  void two_agents_converge_in_two_rounds_and_the_temporal_cli_alone_decides() throws Exception {
    script("gemini", voice(0));
    script("codex", voice(1));
    int before = endpoint.requests("gemini").size();

    laptop.conclave("plan", TASK, "--tools", "codex,gemini", "--json").ended(10);
    JsonNode session = laptop.session();
    assertThat(session.path("rounds")).hasSize(2);
    assertThat(session.path("rounds").get(1).path("recommendation").asText())
        .as(session.toString())
        .isEqualTo("converged");

    String id = session.path("session").asText();
    Run listed = laptop.temporal("workflow", "list", "--query", "ConclaveAwaiting = 'decision'");
    assertThat(listed.out()).contains(id);
    String gate = session.path("gate").path("id").asText();
    String approve = "{\"gate\":\"%s\",\"kind\":\"approve\",\"solution\":1}".formatted(gate);
    steer("signal", id, "submitAnswer", approve).ended(0);
    Laptop.until(
        "the plan awaits confirmation",
        () -> laptop.session().path("phase").asText().equals("awaiting-confirmation"));
    String accept =
        "{\"gate\":\"%s\",\"kind\":\"accept\"}"
            .formatted(laptop.session().path("gate").path("id").asText());
    steer("update", id, "answer", accept).ended(0);
    laptop.conclave("watch", id).ended(0);

    JsonNode plan = json(laptop.sessionFile(id + "/plan.json"));
    assertThat(plan.path("task_count").asInt()).isEqualTo(2);
    assertThat(plan.path("_metadata").path("degraded").asBoolean()).isFalse();
    assertThat(Files.readString(laptop.sessionFile(id + "/IMPL_PLAN.md")))
        .contains("src/bucket.py");
    assertThat(json(laptop.sessionFile(id + "/rounds/2/synthesis.json")).path("cli_executions"))
        .hasSize(2);
    assertThat(laptop.sessionFile(id + "/execution-context.json")).exists();
    // One call per round: codex, which starts fastest, moderates and plans.
    assertThat(endpoint.requests("gemini")).hasSize(before + 2);
  }

  private Run steer(String how, String session, String name, String input) {
    List<String> words = new ArrayList<>(List.of("workflow", how));
    if (how.equals("update")) {
      words.add("execute");
    }
    words.addAll(List.of("-w", session, "--name", name, "--input", input));
    return laptop.temporal(words.toArray(String[]::new));
  }

  @Test
  void a_round_survives_a_rate_limit_a_writing_agent_and_unreadable_replies() throws Exception {
    script("gemini", new Scenario.Refusal(429, Optional.of(Duration.ofSeconds(30))));
    script("claude", voice(0));
    script(
        "qwen",
        new Scenario.Answer(
            prompt ->
                "Let me think. {not json}\n\n```json\n"
                    + Script.reply(prompt, 0)
                    + "\n```\nI hope that helps!"));
    script(
        "codex",
        new Scenario.Answer(
            prompt ->
                prompt.contains("at least one") || prompt.contains("holds no JSON")
                    ? Script.reply(prompt, 1)
                    : "{\"feasibility_score\": 0.8, \"findings\": []}"));
    int before = endpoint.requests("codex").size();

    laptop
        .types(
            "plan '%s' --tools qwen,codex,gemini,scribbler --fallback claude --max-rounds 1 --json",
            TASK)
        .ended(10);
    JsonNode round = laptop.session().path("rounds").get(0);

    assertThat(round.path("failed").toString())
        .contains("gemini: rate-limited", "scribbler: empty-reply"); // its write failed
    assertThat(round.path("agents").toString()).contains("claude", "qwen", "codex");
    assertThat(Files.readString(laptop.repository().resolve("src/server.py")))
        .isEqualTo(Script.SERVER);
    String id = laptop.session().path("session").asText();
    JsonNode synthesis = json(laptop.sessionFile(id + "/rounds/1/synthesis.json"));
    assertThat(synthesis.path("cli_analyses").findValuesAsText("tool"))
        .contains("claude", "qwen", "codex");
    assertThat(synthesis.path("cli_analyses").toString()).doesNotContain("fallback-extraction");
    assertThat(endpoint.requests("codex")).hasSizeGreaterThanOrEqualTo(before + 2);
  }

  private static JsonNode json(Path file) throws IOException {
    return WireMapper.get().readTree(Files.readString(file));
  }
}
