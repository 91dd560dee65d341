package dev.conclave.workflows.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.api.Role;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.Decision;
import dev.conclave.workflows.gate.GateAnswer;
import dev.conclave.workflows.temporal.Bounds;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** To go back to the decision takes nothing back of what was set for the plan. */
class KeptTest {
  private final SessionDriver driver = new SessionDriver();

  @AfterEach
  void close() {
    driver.close();
  }

  private void answer(String gate, String answer) {
    driver.gate(gate);
    driver.answer("{\"gate\":\"%s\",%s}".formatted(gate, answer));
  }

  private void wentBack() {
    driver.start(SessionDriver.request());
    answer(
        "1-decision",
        "\"kind\":\"approve\",\"solution\":1,\"constraints\":[\"no new dependency\"]");
    answer("2-confirmation", "\"kind\":\"modify\",\"text\":\"use a fake clock\"");
    answer("3-confirmation", "\"kind\":\"back\"");
  }

  private Map<String, String> planner() {
    return driver.host.asked.stream()
        .filter(request -> request.role() == Role.PLANNER)
        .map(AskRequest::notes)
        .reduce((first, second) -> second)
        .orElseThrow();
  }

  @Test
  void the_gate_shows_what_is_kept_and_how_to_leave_it_out() {
    wentBack();

    assertThat(driver.gate("4-decision").shown().notes())
        .contains(
            "kept 1, a constraint: \"no new dependency\"",
            "kept 2, asked for by modify: \"use a fake clock\"",
            "kept for the next plan unless you leave it out: approve with --constraint \"without"
                + " 1\", or \"without all\"");
  }

  @Test
  void a_later_approval_adds_to_it() {
    wentBack();
    answer(
        "4-decision",
        "\"kind\":\"approve\",\"solution\":1,"
            + "\"constraints\":[\"no new goroutines\",\"no new dependency\"]");
    driver.gate("5-confirmation");

    assertThat(planner())
        .containsEntry("constraints", "1. no new dependency\n2. no new goroutines")
        .containsEntry("wishes", "use a fake clock");
  }

  @Test
  void what_is_left_out_by_its_number_is_gone() {
    wentBack();
    answer(
        "4-decision",
        "\"kind\":\"approve\",\"solution\":1,"
            + "\"constraints\":[\"Without 1\",\"no new goroutines\"]");
    driver.gate("5-confirmation");

    assertThat(planner())
        .containsEntry("constraints", "1. no new goroutines")
        .containsEntry("wishes", "use a fake clock");
  }

  @Test
  void all_of_it_can_be_left_out() {
    wentBack();
    answer("4-decision", "\"kind\":\"approve\",\"solution\":1,\"constraints\":[\"without all\"]");
    driver.gate("5-confirmation");

    assertThat(planner()).doesNotContainKeys("constraints", "wishes");
  }

  @Test
  void a_plan_that_is_revised_is_not_told_its_wish_twice() {
    wentBack();

    assertThat(planner()).containsEntry("modify", "use a fake clock").doesNotContainKey("wishes");
  }

  @Test
  void of_very_many_the_newest_are_kept() {
    List<Decision> decisions = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      decisions.add(approval(i + " " + Texts.filled(1500)));
    }

    Kept kept = Kept.of(decisions);

    assertThat(Bounds.bytes(kept.constraints())).isLessThanOrEqualTo(16 << 10);
    assertThat(kept.constraints().get(kept.constraints().size() - 1)).startsWith("59 ");
  }

  private static Decision approval(String constraint) {
    GateAnswer plain = GateAnswer.of("1-decision", AnswerKind.APPROVE);
    GateAnswer answer =
        new GateAnswer(
            plain.gate(),
            plain.kind(),
            plain.answerId(),
            plain.digest(),
            plain.by(),
            plain.solution(),
            plain.executionMethod(),
            plain.codeReview(),
            List.of(constraint),
            plain.scope(),
            plain.text(),
            plain.answers(),
            plain.acceptDrift(),
            plain.budget(),
            plain.agent(),
            plain.strategy(),
            plain.mode(),
            plain.questions(),
            plain.target());
    return new Decision(
        Instant.EPOCH,
        "1-decision",
        "0123456789abcdef",
        "ada",
        AnswerKind.APPROVE,
        Optional.empty(),
        answer,
        1,
        List.of());
  }
}
