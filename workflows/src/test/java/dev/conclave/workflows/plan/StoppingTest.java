package dev.conclave.workflows.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.workflows.session.DeadlinePolicy;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StoppingTest {

  @Test
  void a_deadline_that_passes_between_two_phases_ends_the_session_before_the_next() {
    Stopping stopping = stopping(DeadlinePolicy.SAVE);
    assertThat(stopping.endsBefore(Phase.ANALYZING)).isFalse();

    stopping.deadlinePasses();

    assertThat(stopping.endsBefore(Phase.ANALYZING)).isTrue();
    assertThat(stopping.endsBefore(Phase.AWAITING_DECISION)).isTrue();
    assertThat(stopping.ending()).isEqualTo(Phase.SAVED);
  }

  @Test
  void a_deadline_that_is_to_approve_lets_the_session_come_to_its_decision_alone() {
    Stopping stopping = stopping(DeadlinePolicy.APPROVE_FIRST);

    stopping.deadlinePasses();

    assertThat(stopping.endsBefore(Phase.AWAITING_DECISION)).isFalse();
    assertThat(stopping.endsBefore(Phase.GENERATING_PLAN)).isTrue();
  }

  @Test
  void a_served_deadline_lets_the_session_go_on_until_its_next_gate() {
    Stopping stopping = stopping(DeadlinePolicy.APPROVE_FIRST);
    stopping.deadlinePasses();

    stopping.deadlineServed();
    assertThat(stopping.endsBefore(Phase.GENERATING_PLAN)).isFalse();

    stopping.gateOpened();
    assertThat(stopping.requested()).isTrue();
    assertThat(stopping.approvesFirst()).isFalse();
  }

  @Test
  void a_cancel_that_comes_between_two_phases_ends_the_session_whatever_its_deadline_says() {
    Stopping stopping = stopping(DeadlinePolicy.APPROVE_FIRST);

    stopping.deadlinePasses();
    stopping.cancel("ada");

    assertThat(stopping.endsBefore(Phase.AWAITING_DECISION)).isTrue();
    assertThat(stopping.ending()).isEqualTo(Phase.CANCELLED);
  }

  private static Stopping stopping(DeadlinePolicy policy) {
    PlanRequest request = Requests.deadline(SessionDriver.request(), policy);
    PlanState state =
        PlanState.beginning(SessionDriver.ID, request, Instant.parse("2026-11-21T08:00:00Z"));
    return new Stopping(
        new Session(SessionDriver.ID, new PlanInput(request, Optional.of(state)), true));
  }
}
