package dev.conclave.workflows.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.workflows.model.AgentStatus;
import dev.conclave.workflows.model.BudgetLimits;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Concurrent calls under each limit: a first call is expected to cost USD 0.25, 30,000 tokens. */
class BudgetLimitsTest {
  @Test
  void running_calls_count_against_a_call_limit_until_released() {
    assertThatTwoFitAndAThirdWaits(Optional.empty(), Optional.of(2), Optional.empty());
  }

  @Test
  void running_calls_count_against_a_usd_limit_until_released() {
    assertThatTwoFitAndAThirdWaits(Optional.of(0.5), Optional.empty(), Optional.empty());
  }

  @Test
  void running_calls_count_against_a_token_limit_until_released() {
    assertThatTwoFitAndAThirdWaits(Optional.empty(), Optional.empty(), Optional.of(60_000L));
  }

  private static void assertThatTwoFitAndAThirdWaits(
      Optional<Double> usd, Optional<Integer> calls, Optional<Long> tokens) {
    Budget budget = new Budget(new BudgetLimits(usd, calls, tokens));
    assertThat(budget.reserve("1", "gemini")).isTrue();
    assertThat(budget.reserve("2", "codex")).isTrue();
    assertThat(budget.reserve("3", "claude")).isFalse();
    assertThat(budget.reserve("direct", AgentStatus.DIRECT)).as("costs nothing").isTrue();

    budget.reconcile("1", "gemini", null);
    assertThat(budget.reserve("3", "claude")).isTrue();
    assertThat(budget.reserve("4", "qwen")).isFalse();
  }
}
