package dev.conclave.workflows.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.workflows.analyze.AnalyzeRequest;
import dev.conclave.workflows.analyze.AnalyzeState;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.GateAnswer;
import dev.conclave.workflows.model.BudgetLimits;
import dev.conclave.workflows.model.WorkspaceSpec;
import dev.conclave.workflows.plan.Phase;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StopConditionTest {
  private static final SessionPhase WORKING = Phase.ANALYZING;
  private static final SessionPhase DECIDING = Phase.AWAITING_DECISION;

  @Test
  void a_deadline_between_two_phases_ends_the_session_before_the_next() {
    StopCondition stop = stop(DeadlinePolicy.SAVE);
    assertThat(stop.endsBefore(WORKING)).isFalse();

    stop.deadlinePasses();

    assertThat(stop.endsBefore(WORKING)).isTrue();
    assertThat(stop.endsBefore(DECIDING)).isTrue();
    assertThat(stop.ending()).isEqualTo(SessionEnd.SAVED);
  }

  @Test
  void an_approving_deadline_only_lets_the_session_reach_its_decision() {
    StopCondition stop = stop(DeadlinePolicy.APPROVE_FIRST);

    stop.deadlinePasses();

    assertThat(stop.endsBefore(DECIDING)).isFalse();
    assertThat(stop.endsBefore(WORKING)).isTrue();
  }

  @Test
  void a_served_deadline_lets_the_session_continue_to_its_next_gate() {
    StopCondition stop = stop(DeadlinePolicy.APPROVE_FIRST);
    stop.deadlinePasses();

    stop.deadlineServed();
    assertThat(stop.endsBefore(WORKING)).isFalse();

    stop.gateOpened();
    assertThat(stop.requested()).isTrue();
    assertThat(stop.approvesFirst()).isFalse();
  }

  @Test
  void a_cancel_between_two_phases_ends_the_session_whatever_the_deadline() {
    StopCondition stop = stop(DeadlinePolicy.APPROVE_FIRST);

    stop.deadlinePasses();
    stop.cancel(GateAnswer.of("1-decision", AnswerKind.CANCEL));

    assertThat(stop.endsBefore(DECIDING)).isTrue();
    assertThat(stop.ending()).isEqualTo(SessionEnd.CANCELLED);
  }

  private static StopCondition stop(DeadlinePolicy policy) {
    AnalyzeRequest request =
        new AnalyzeRequest(
            new SessionTerms(
                "limits",
                WorkspaceSpec.ofPath("h1", "/repo"),
                List.of("gemini"),
                false,
                List.of(),
                false,
                BudgetLimits.NONE,
                Optional.of(new Deadline(Duration.ofDays(3), policy)),
                List.of(),
                0,
                false,
                "ada",
                Optional.empty(),
                ""),
            Optional.empty(),
            List.of(),
            2,
            Optional.empty());
    return new StopCondition(new AnalyzeState("s", request, Instant.parse("2026-11-21T08:00:00Z")));
  }
}
