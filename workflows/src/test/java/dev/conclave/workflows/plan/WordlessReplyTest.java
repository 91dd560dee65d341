package dev.conclave.workflows.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.gate.Gate;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Agents whose replies are empty. */
class WordlessReplyTest {
  @AutoClose private final SessionDriver driver = new SessionDriver();

  @Test
  void an_agent_whose_repaired_reply_is_empty_too_loses_its_seat() {
    driver.host.onAsk =
        request ->
            request.agent().equals("gemini")
                ? driver.host.wordless(request)
                : driver.host.reply(request, List.of(), false);
    driver.start();
    Gate gate = driver.gate("1-decision");

    assertThat(driver.host.askedCalls())
        .contains("r1.0-gemini-1", "r1.0-gemini-1-repair", "r1.0-qwen-1");
    List<AgentRun> runs = driver.host.counted.get(0).runs();
    assertThat(runs.stream().filter(run -> run.agent().equals("gemini")))
        .hasSize(2)
        .allSatisfy(
            run -> {
              assertThat(run.status()).isEqualTo("empty-reply");
              assertThat(run.receipt()).isPresent();
            });
    assertThat(gate.shown().lines())
        .anyMatch(
            note -> note.startsWith("gemini empty reply") && note.endsWith("fell back to qwen"));
  }

  @Test
  void a_repair_with_content_keeps_the_seat() {
    driver.host.onAsk =
        request ->
            request.agent().equals("gemini") && request.repair().isEmpty()
                ? driver.host.wordless(request)
                : driver.host.reply(request, List.of(), false);
    driver.start();
    driver.gate("1-decision");

    assertThat(driver.host.askedAgents()).contains("gemini", "codex").doesNotContain("qwen");
    assertThat(driver.host.counted.get(0).runs())
        .filteredOn(run -> run.agent().equals("gemini"))
        .extracting(AgentRun::status)
        .containsExactly("empty-reply", "answered");
  }

  @Test
  void an_empty_repair_does_not_replace_a_reply_with_content() {
    driver.host.onAsk =
        request ->
            request.agent().equals("gemini") && !request.repair().isEmpty()
                ? driver.host.wordless(request)
                : driver.host.reply(
                    request, List.of(), request.agent().equals("gemini")); // read from bullets
    driver.start();
    driver.gate("1-decision");

    assertThat(driver.host.askedAgents()).contains("gemini", "codex").doesNotContain("qwen");
    assertThat(driver.host.counted.get(0).analyses())
        .contains(ScriptedHost.document("reply r1.0-gemini-1"));
  }
}
