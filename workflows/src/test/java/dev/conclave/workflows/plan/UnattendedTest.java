package dev.conclave.workflows.plan;

import static dev.conclave.workflows.plan.ScriptedHost.outcome;
import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.workflows.discussion.CitationCheck;
import dev.conclave.workflows.discussion.Recommendation;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.Decision;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What an unattended session does, and what it leaves to a human. */
class UnattendedTest {
  @AutoClose private final SessionDriver driver = new SessionDriver();

  @Test
  void the_remaining_rounds_run_before_anything_is_approved() {
    driver.host.outcomes.add(outcome(Recommendation.USER_INPUT_NEEDED, 0.3, true, 2));
    driver.host.outcomes.add(outcome(Recommendation.USER_INPUT_NEEDED, 0.3, true, 2));
    driver.host.outcomes.add(outcome(Recommendation.USER_INPUT_NEEDED, 0.3, true, 2));

    PlanState end = end();

    assertThat(end.rounds()).hasSize(3);
    assertThat(end.decisions())
        .extracting(Decision::kind)
        .containsExactly(AnswerKind.PROCEED, AnswerKind.APPROVE, AnswerKind.ACCEPT);
  }

  @Test
  void the_warnings_of_the_gate_stay_with_the_plan() {
    Synthesis open = outcome(Recommendation.CONTINUE, 0.4, false, 2);
    driver.host.outcomes.add(
        ScriptedHost.with(
            ScriptedHost.with(open, new CitationCheck(9, 2, List.of("a:1", "b:2"))),
            Ledgers.divided("the counter's store", "Redis holds it.", "Memory holds it.")));

    PlanState end = end();

    assertThat(end.phase()).isEqualTo(Phase.COMPLETE);
    assertThat(end.plan().orElseThrow().unsettled())
        .containsExactly(
            "uncertain: the agents did not converge; these are the best options so far",
            "2 of 9 citations do not exist in the repository: a:1, b:2",
            "open: C1 the counter's store (Redis holds it.; Memory holds it.)",
            "not answered: Which limit? (recommended: 10 a second)",
            "not answered: Which store? (recommended: in memory)");
  }

  @Test
  void a_plan_based_on_missing_citations_is_saved() {
    Synthesis made = outcome(Recommendation.CONVERGED, 0.9, true, 2);
    driver.host.outcomes.add(
        ScriptedHost.with(made, new CitationCheck(3, 3, List.of("a:1", "b:2", "c:3"))));

    PlanState end = end();

    assertThat(end.phase()).isEqualTo(Phase.SAVED);
    assertThat(end.ending().orElseThrow())
        .startsWith("not confirmed: none of its citations could be verified in the code; saved;");
  }

  @Test
  void a_proposal_of_the_built_in_analyst_alone_is_saved() {
    proposedByDirect();

    PlanState end = end();

    assertThat(end.phase()).isEqualTo(Phase.SAVED);
    assertThat(end.decisions())
        .extracting(Decision::kind)
        .containsExactly(AnswerKind.APPROVE, AnswerKind.SAVE);
    assertThat(end.ending().orElseThrow())
        .startsWith("not confirmed: proposed by the built-in analyst only");
  }

  @Test
  void a_plan_is_handed_off_if_only_the_built_in_analyst_was_named() {
    proposedByDirect();
    driver.start(Requests.yes(SessionDriver.request(), List.of("direct")));

    assertThat(driver.end().phase()).isEqualTo(Phase.COMPLETE);
  }

  private void proposedByDirect() {
    Synthesis made = outcome(Recommendation.CONTINUE, 0.4, false, 1);
    driver.host.outcomes.add(
        Requests.with(
            made,
            Map.of(
                "solutions",
                made.solutions().stream()
                    .map(one -> Requests.with(one, Map.of("source_cli", List.of("direct"))))
                    .toList())));
  }

  private PlanState end() {
    driver.start(Requests.yes(SessionDriver.request()));
    return driver.end();
  }
}
