package dev.conclave.workflows.plan;

import static dev.conclave.workflows.plan.ScriptedHost.outcome;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.conclave.workflows.discussion.DiscussionActivities.CountRequest;
import dev.conclave.workflows.discussion.Recommendation;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.AnswerLines;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.model.FailureKind;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** What a human can do when the budget does not cover the next call. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Execution(ExecutionMode.CONCURRENT)
class BudgetTest {
  private static final String DECIDE = "{\"gate\":\"1-budget\",\"kind\":\"decide\"}";

  @AutoClose private final SessionDriver driver = new SessionDriver();

  @Test
  void deciding_without_any_analysis_asks_the_free_analyst() {
    driver.host.fails("gemini", FailureKind.NOT_AUTHENTICATED);
    driver.start(Requests.serial(Requests.calls(SessionDriver.request(), 1)));
    driver.gate("1-budget");
    driver.answer(DECIDE);

    assertThat(driver.gate("2-decision").shown().options()).isNotEmpty();
    assertThat(driver.host.askedAgents()).containsExactly("gemini", "direct");
    assertThat(driver.host.counted.get(0).analyses()).hasSize(1);
  }

  @Test
  void the_free_analyst_is_not_asked_if_the_configuration_excludes_it() {
    driver.host.fails("gemini", FailureKind.NOT_AUTHENTICATED);
    driver.start(
        Requests.calls(Requests.fallback(SessionDriver.request(), List.of("gemini", "codex")), 1));
    driver.gate("1-budget");
    driver.answer(DECIDE);
    driver.gate("2-decision");

    assertThat(driver.host.askedAgents()).containsExactly("gemini");
  }

  @Test
  void deciding_in_a_later_round_uses_the_previous_round() {
    driver.host.outcomes.add(outcome(Recommendation.CONTINUE, 0.4, true, 2));
    driver.start(Requests.calls(SessionDriver.request(), 2));
    driver.gate("1-budget");
    driver.answer(DECIDE);

    Gate decision = driver.gate("2-decision");
    assertThat(decision.shown().options()).hasSize(2);
    assertThat(decision.shown().lines())
        .contains("the budget ended round 2; the results are from round 1, the last complete one");
    assertThat(driver.host.askedAgents()).containsExactlyInAnyOrder("gemini", "codex");
    assertThat(driver.session.state().rounds()).hasSize(1);
  }

  @Test
  void deciding_at_the_moderators_call_keeps_the_paid_round() {
    driver.host.moderate = true;
    driver.host.outcomes.add(outcome(Recommendation.CONTINUE, 0.4, true, 2));
    driver.start(Requests.calls(SessionDriver.request(), 5));
    driver.gate("1-budget");
    driver.answer(DECIDE);

    assertThat(driver.gate("2-decision").shown().lines())
        .anyMatch(note -> note.startsWith("round 2 had no moderator"))
        .noneMatch(note -> note.contains("the budget ended round 2"));
    assertThat(driver.session.state().rounds()).hasSize(2);
    CountRequest counted = driver.host.counted.get(1);
    assertThat(counted.analyses()).hasSize(2);
    assertThat(counted.moderationNeeded()).isTrue();
    assertThat(counted.moderation()).isEmpty();
  }

  @Test
  void calls_of_unknown_cost_use_the_assumed_cost_and_are_reported() {
    driver.host.costUsd = Optional.empty();
    driver.host.outcomes.add(outcome(Recommendation.CONTINUE, 0.4, true, 2));
    driver.start(Requests.usd(SessionDriver.request(), 0.6));

    Gate gate = driver.gate("1-budget");
    assertThat(gate.shown().title() + gate.shown().lines())
        .contains(
            "USD 0.00 of 0.60, the cost of 2 calls not reported, assumed to be USD 0.25 each");
    assertThat(driver.session.fullState().budget().unpriced()).isEqualTo(2);
    assertThat(driver.host.askedAgents()).containsExactlyInAnyOrder("gemini", "codex");
  }

  @Test
  void only_an_agent_of_the_session_can_be_dropped_and_only_once() {
    driver.host.unusable.put("claude", "no such program");
    driver.start(Requests.calls(SessionDriver.request(), 1));
    assertThat(driver.gate("1-budget").shown().agents()).containsExactly("gemini", "codex", "qwen");
    for (String agent : List.of("nobody", "direct", "claude")) {
      assertThatThrownBy(() -> drop("1-budget", agent))
          .rootCause()
          .hasMessageContaining("choose one of: gemini, codex, qwen");
    }
    assertThatThrownBy(() -> driver.answer("{\"gate\":\"1-budget\",\"kind\":\"drop-agent\"}"))
        .rootCause()
        .hasMessageContaining("needs the name of an agent");

    drop("1-budget", "codex");
    assertThat(driver.gate("2-budget").shown().agents()).containsExactly("gemini", "qwen");
    assertThatThrownBy(() -> drop("2-budget", "codex"))
        .rootCause()
        .hasMessageContaining("choose one of: gemini, qwen");
  }

  @Test
  void the_next_agent_of_the_chain_replaces_a_dropped_one() {
    driver.host.unusable.put("claude", "no such program");
    driver.start(Requests.serial(Requests.calls(SessionDriver.request(), 1)));
    driver.gate("1-budget");
    drop("1-budget", "codex");
    assertThat(driver.gate("2-budget").shown().title()).contains("next call of qwen");
    drop("2-budget", "qwen");

    driver.gate("3-decision");
    assertThat(driver.host.askedAgents()).containsExactly("gemini", "direct");
  }

  @Test
  void the_last_agent_is_not_dropped_without_a_replacement() {
    PlanRequest request = Requests.fallback(SessionDriver.request(), List.of("codex"));
    driver.start(Requests.serial(Requests.calls(request, 1)));
    driver.gate("1-budget");
    drop("1-budget", "gemini");

    Gate gate = driver.gate("2-budget");
    assertThat(gate.kinds()).doesNotContain(AnswerKind.DROP_AGENT).contains(AnswerKind.DECIDE);
    assertThat(gate.shown().lines()).anyMatch(note -> note.contains("cannot be dropped"));
    assertThatThrownBy(() -> drop("2-budget", "codex"))
        .rootCause()
        .hasMessageContaining("does not take drop-agent");
  }

  @Test
  void an_insufficient_raise_is_refused_with_the_amount_needed() {
    driver.host.costUsd = Optional.of(0.5);
    driver.host.outcomes.add(outcome(Recommendation.CONTINUE, 0.4, true, 2));
    driver.start(Requests.usd(SessionDriver.request(), 0.6));
    Gate gate = driver.gate("1-budget");
    String needed = gate.shown().needed().orElseThrow().asLeast();
    assertThat(needed).isEqualTo("usd to 1.50 or more");
    assertThat(gate.shown().lines())
        .contains("raise " + needed + " for this call, or usd to 6.00 for all remaining calls");

    for (String budget : List.of("\"calls\":9", "\"usd\":0.6", "\"usd\":1.49,\"calls\":9")) {
      assertThatThrownBy(() -> raise("1-budget", budget))
          .rootCause()
          .hasMessageContaining("not enough for the next call; raise usd to 1.50 or more");
    }
    assertThat(driver.gate("1-budget").digest()).isEqualTo(gate.digest());
    raise("1-budget", "\"usd\":10");
    driver.gate("2-decision");
  }

  @Test
  void the_commands_of_a_budget_gate_raise_the_exceeded_limit() {
    driver.host.costUsd = Optional.of(0.5);
    driver.host.outcomes.add(outcome(Recommendation.CONTINUE, 0.4, true, 2));
    driver.start(Requests.usd(SessionDriver.request(), 0.6));
    Gate gate = driver.gate("1-budget");

    assertThat(AnswerLines.of("S", gate))
        .anyMatch(line -> line.contains("raise --budget-usd 6.00 "));
    driver.signal(
        AnswerLines.inputs(gate).stream()
            .filter(input -> input.contains("\"raise\""))
            .findFirst()
            .orElseThrow());
    driver.gate("2-decision");
  }

  private void raise(String gate, String budget) {
    driver.answer("{\"gate\":\"%s\",\"kind\":\"raise\",\"budget\":{%s}}".formatted(gate, budget));
  }

  private void drop(String gate, String agent) {
    driver.answer(
        "{\"gate\":\"%s\",\"kind\":\"drop-agent\",\"agent\":\"%s\"}".formatted(gate, agent));
  }
}
