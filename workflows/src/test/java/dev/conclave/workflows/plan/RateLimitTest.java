package dev.conclave.workflows.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.workflows.api.AgentFailure;
import dev.conclave.workflows.api.AskReply;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.model.FailureKind;
import io.temporal.failure.ApplicationFailure;
import io.temporal.testing.TestWorkflowEnvironment;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** How long a session waits for an agent configured to wait out its limits. */
public class RateLimitTest {
  @AutoClose private final SessionDriver driver = new SessionDriver();

  @Test
  void a_limit_that_ends_within_a_day_is_waited_out() {
    driver.host.onAsk = request -> limitedOnce(request, Duration.ofHours(20));
    driver.start(patientThenQwen());
    driver.view(v -> !driver.host.asked.isEmpty() && !v.live().isEmpty());
    driver.pass(Duration.ofHours(21));
    driver.gate("1-decision");

    assertThat(driver.host.askedAgents()).containsExactly("patient", "patient");
  }

  @Test
  void the_next_agent_is_asked_at_once_if_the_limit_has_no_known_end() {
    driver.host.onAsk = request -> limitedOnce(request, Duration.ofDays(3_000));
    driver.start(patientThenQwen());
    driver.gate("1-decision");

    assertThat(driver.host.askedAgents()).containsExactly("patient", "qwen");
  }

  private AskReply limitedOnce(AskRequest request, Duration until) {
    if (driver.host.asked.size() > 1) {
      return driver.host.reply(request, List.of(), false);
    }
    throw limited(driver.environment, until);
  }

  /** Returns the failure of an agent that is rate-limited for this duration. */
  public static ApplicationFailure limited(TestWorkflowEnvironment environment, Duration until) {
    Instant now = Instant.ofEpochMilli(environment.currentTimeMillis());
    return ApplicationFailure.newNonRetryableFailure(
        "limited",
        FailureKind.RATE_LIMITED.type(),
        new AgentFailure(
            FailureKind.RATE_LIMITED,
            "usage limit reached",
            Optional.of(now.plus(until)),
            List.of(),
            Optional.empty()));
  }

  private static PlanRequest patientThenQwen() {
    PlanRequest patient = Requests.named(SessionDriver.request(), List.of("patient"));
    return Requests.fallback(patient, List.of("qwen"));
  }
}
