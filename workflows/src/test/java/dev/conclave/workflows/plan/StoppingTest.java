package dev.conclave.workflows.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.session.DeadlinePolicy;
import dev.conclave.workflows.session.Stopping;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StoppingTest {
  private static final Optional<GateType> WORKING = Optional.empty();
  private static final Optional<GateType> DECIDING = Optional.of(GateType.DECISION);

  @Test
  void a_deadline_that_passes_between_two_phases_ends_the_session_before_the_next() {
    Stopping stopping = stopping(DeadlinePolicy.SAVE);
    assertThat(stopping.endsBefore(WORKING)).isFalse();

    stopping.deadlinePasses();

    assertThat(stopping.endsBefore(WORKING)).isTrue();
    assertThat(stopping.endsBefore(DECIDING)).isTrue();
    assertThat(stopping.ending()).isEqualTo(Stopping.Stop.SAVED);
  }

  @Test
  void a_deadline_that_is_to_approve_lets_the_session_come_to_its_decision_alone() {
    Stopping stopping = stopping(DeadlinePolicy.APPROVE_FIRST);

    stopping.deadlinePasses();

    assertThat(stopping.endsBefore(DECIDING)).isFalse();
    assertThat(stopping.endsBefore(WORKING)).isTrue();
  }

  @Test
  void a_served_deadline_lets_the_session_go_on_until_its_next_gate() {
    Stopping stopping = stopping(DeadlinePolicy.APPROVE_FIRST);
    stopping.deadlinePasses();

    stopping.deadlineServed();
    assertThat(stopping.endsBefore(WORKING)).isFalse();

    stopping.gateOpened();
    assertThat(stopping.requested()).isTrue();
    assertThat(stopping.approvesFirst()).isFalse();
  }

  @Test
  void a_cancel_that_comes_between_two_phases_ends_the_session_whatever_its_deadline_says() {
    Stopping stopping = stopping(DeadlinePolicy.APPROVE_FIRST);

    stopping.deadlinePasses();
    stopping.cancel(() -> "ada");

    assertThat(stopping.endsBefore(DECIDING)).isTrue();
    assertThat(stopping.ending()).isEqualTo(Stopping.Stop.CANCELLED);
  }

  private static Stopping stopping(DeadlinePolicy policy) {
    PlanRequest request = Requests.deadline(SessionDriver.request(), policy);
    PlanState state =
        PlanState.beginning(SessionDriver.ID, request, Instant.parse("2026-11-21T08:00:00Z"));
    return new Stopping(
        new PlanSession(SessionDriver.ID, new PlanInput(request, Optional.of(state)), true));
  }
}
