package dev.conclave.workflows.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.workflows.analyze.AnalyzePhase;
import dev.conclave.workflows.context.ContextPhase;
import dev.conclave.workflows.execute.ExecutePhase;
import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.plan.Phase;
import dev.conclave.workflows.review.ReviewPhase;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class SessionPhaseTest {
  private static final List<SessionPhase[]> KINDS =
      List.of(
          Phase.values(),
          ContextPhase.values(),
          AnalyzePhase.values(),
          ExecutePhase.values(),
          ReviewPhase.values());

  @Test
  void each_kind_has_one_phase_per_end() {
    assertThat(KINDS)
        .allSatisfy(
            phases ->
                assertThat(Arrays.stream(phases).map(SessionPhase::end).filter(Objects::nonNull))
                    .containsExactly(SessionEnd.values()));
  }

  @Test
  void each_gate_but_the_budget_gate_has_one_phase() {
    List<GateType> gates =
        Arrays.stream(GateType.values()).filter(type -> type != GateType.BUDGET).toList();

    assertThat(KINDS.stream().flatMap(Arrays::stream).filter(SessionPhase::waits))
        .extracting(SessionPhase::gate)
        .containsExactlyInAnyOrderElementsOf(gates);
  }

  @Test
  void work_has_neither_gate_nor_end() {
    assertThat(ExecutePhase.REVIEWING.gate()).isNull();
    assertThat(ExecutePhase.DELIVERING.end()).isNull();
    assertThat(ExecutePhase.AWAITING_TASK.gate()).isEqualTo(GateType.TASK_FAILURE);
    assertThat(ExecutePhase.BY_HAND.gate()).isEqualTo(GateType.BY_HAND);
  }
}
