package dev.conclave.workflows.plan;

import static dev.conclave.workflows.plan.ScriptedHost.outcome;
import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.workflows.discussion.CitationCheck;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Recommendation;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.gate.Note;
import dev.conclave.workflows.model.FailureKind;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** What the gates of the discussion say about the previous round. */
@Execution(ExecutionMode.CONCURRENT)
class GateAccountTest {
  @AutoClose private final SessionDriver driver = new SessionDriver();

  @Test
  void the_gate_names_each_fallback_and_its_reason() {
    driver.host.fails("gemini", FailureKind.TIMED_OUT);
    driver.host.unusable.put("qwen", "no such program");
    driver.start();

    Gate gate = driver.gate("1-decision");
    assertThat(gate.shown().lines())
        .contains(
            "gemini timed out (gemini failed); qwen was not available (no such program):"
                + " fell back to claude");
  }

  @Test
  void an_agent_that_replied_in_prose_is_named() {
    driver.host.outcomes.add(
        Requests.with(ScriptedHost.converged(), Map.of("prose", List.of("codex"))));
    driver.start();

    assertThat(driver.gate("1-decision").shown().lines())
        .contains("codex answered in prose and has no vote; its findings are shown as its own");
  }

  @Test
  void unverified_citations_are_named_and_counted() {
    driver.host.outcomes.add(
        ScriptedHost.with(
            outcome(Recommendation.CONVERGED, 0.9, true, 2),
            new CitationCheck(9, 7, List.of("a:1", "b:2", "c:3", "d:4", "e:5", "f:6", "g:7"))));
    driver.start();

    assertThat(driver.gate("1-decision").shown().lines())
        .contains(
            "7 of 9 citations do not exist in the repository: a:1, b:2, c:3, d:4, e:5 and 2 more");
  }

  @Test
  void the_gate_shows_the_recommendation_and_open_questions() {
    driver.host.outcomes.add(
        ScriptedHost.with(
            ScriptedHost.converged(),
            Ledgers.divided("Where is it kept?", "in memory", "in a file")));
    driver.start();

    assertThat(driver.gate("1-decision").shown().lines())
        .anyMatch(note -> note.startsWith("recommended: 1, "))
        .contains("open: C1 Where is it kept? (in memory; in a file)");
  }

  @Test
  void a_gate_names_the_statements_that_agents_cite_by_id() {
    driver.host.outcomes.add(
        ScriptedHost.with(
            ScriptedHost.converged(),
            Ledgers.divided("Does codex.1.f1 hold?", "yes", "no, see gemini.1.f1")));
    driver.start();

    assertThat(driver.gate("1-decision").shown().lines())
        .contains("open: C1 Does codex's finding 1.1 hold? (yes; no, see gemini's finding 1.1)");
  }

  @Test
  void an_option_with_missing_citations_is_recommended_with_a_warning() {
    Synthesis last = ScriptedHost.converged();
    Solution cites = last.solutions().get(0).withCited(3).withVerified(1);
    driver.host.outcomes.add(Requests.with(last, Map.of("solutions", List.of(cites))));
    driver.start();

    assertThat(driver.gate("1-decision").shown().notes())
        .filteredOn(Note::warns)
        .extracting(Note::text)
        .contains(
            "option 1 cites code that does not exist: 2 of its 3 citations do not exist in the"
                + " repository");
  }

  @Test
  void a_single_voter_round_is_noted_and_keeps_earlier_agreement() {
    driver.host.outcomes.add(
        Requests.with(
            ScriptedHost.with(ScriptedHost.converged(), Ledgers.agreed()),
            Map.of("not_cross_verified", true, "voters", List.of("gemini"))));
    driver.start();

    int agreed = Ledgers.agreed().points(Ledger.Point.PointState.AGREED).size();
    assertThat(driver.gate("1-decision").shown().lines())
        .anyMatch(
            line ->
                line.startsWith(
                    "not cross-verified: only gemini voted in this round, so nothing was added to"
                        + " the "
                        + agreed
                        + " point"))
        .noneMatch(line -> line.contains("nothing is known"));
  }

  @Test
  void a_user_who_asked_for_one_round_is_not_warned_of_missing_agreement() {
    driver.host.outcomes.add(outcome(Recommendation.CONTINUE, 0.4, true, 0));
    driver.host.outcomes.add(outcome(Recommendation.CONTINUE, 0.4, true, 0));
    driver.start(Requests.with(SessionDriver.request(), Map.of("max_rounds", 1)));

    assertThat(driver.gate("1-decision").shown().lines()).noneMatch(this::warns);
    driver.answer("1-decision", "more-analysis");
    assertThat(driver.gate("2-decision").shown().lines())
        .as("after the round that was asked for beside it")
        .anyMatch(this::warns);
  }

  private boolean warns(String note) {
    return note.startsWith("uncertain");
  }

  @Test
  void a_plan_after_one_round_says_that_one_was_requested() {
    driver.host.outcomes.add(outcome(Recommendation.CONTINUE, 0.4, true, 1));
    driver.start(Requests.with(SessionDriver.request(), Map.of("max_rounds", 1)));
    driver.answer("1-decision", "approve");
    driver.gate("2-confirmation");

    assertThat(driver.session.state().plan().orElseThrow().unsettled())
        .contains("one round only, as requested: the agents could not vote")
        .noneMatch(this::warns);
  }
}
