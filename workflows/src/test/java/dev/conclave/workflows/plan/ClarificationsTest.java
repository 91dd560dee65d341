package dev.conclave.workflows.plan;

import static dev.conclave.workflows.plan.ScriptedHost.document;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.discussion.Ledger.HumanAnswer;
import dev.conclave.workflows.discussion.Ledger.Question;
import dev.conclave.workflows.discussion.Recommendation;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.gate.Decision.Clarification;
import dev.conclave.workflows.model.Role;
import dev.conclave.workflows.session.Clarifications;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A human answer stays in effect until the direction changes. */
@Execution(ExecutionMode.CONCURRENT)
class ClarificationsTest {
  @AutoClose private final SessionDriver driver = new SessionDriver();

  private void clarified() {
    driver.host.outcomes.add(ScriptedHost.outcome(Recommendation.USER_INPUT_NEEDED, 0.3, true, 2));
    driver.start();
    driver.answer("1-clarification", "clarify", "'by':'ada','answers':{'1':'10 a second'}");
    driver.gate("2-decision");
  }

  @Test
  void an_answer_goes_to_every_later_round_and_to_the_planner() {
    clarified();
    driver.answer(
        "2-decision", "more-analysis", "'by':'bob','text':'mind the proxy','answers':{'1':'1'}");
    driver.answer("3-decision", "approve");
    driver.gate("4-confirmation");

    assertThat(notes(2)).containsEntry("decided", "Q1. Which limit? — 10 a second");
    assertThat(notes(2)).doesNotContainKeys("clarifications", "feedback");
    assertThat(notes(3)).containsEntry("feedback", "mind the proxy");
    assertThat(notes(3))
        .containsEntry("decided", "Q1. Which limit? — 10 a second\nQ2. Which store? — in memory");
    assertThat(planner())
        .containsEntry("clarifications", "mind the proxy")
        .containsEntry("decided", "Q1. Which limit? — 10 a second\nQ2. Which store? — in memory");
    assertThat(driver.host.counted.get(2).answers())
        .containsExactly(
            new HumanAnswer("Q1", "Which limit?", Optional.empty(), "10 a second", "ada"),
            new HumanAnswer("Q2", "Which store?", Optional.of(1), "in memory", "bob"));
  }

  @Test
  void the_next_gate_shows_given_answers_and_does_not_ask_again() {
    clarified();

    assertThat(driver.gate("2-decision").shown().lines())
        .contains("decided: Which limit? — 10 a second (ada)");
    assertThat(driver.gate("2-decision").shown().questions())
        .extracting(Question::id)
        .containsExactly("Q2");
  }

  @Test
  void a_recount_replaces_the_round_once_every_question_is_answered() {
    asking();
    driver.answer("1-clarification", "clarify", "'by':'ada','answers':{'1':'2','2':'in a queue'}");
    driver.gate("2-decision");

    assertThat(driver.host.asked).hasSize(2);
    assertThat(driver.host.recounted).hasSize(1);
    assertThat(driver.host.recounted.get(0).record()).isEqualTo(document("synthesis"));
    assertThat(driver.host.recounted.get(0).maxRounds()).isEqualTo(3);
    assertThat(driver.host.recounted.get(0).answers())
        .containsExactly(
            new HumanAnswer("Q1", "Which limit?", Optional.of(2), "100 a second", "ada"),
            new HumanAnswer("Q2", "Which store?", Optional.empty(), "in a queue", "ada"));
    PlanState state = driver.session.fullState();
    assertThat(state.rounds()).hasSize(1);
    assertThat(state.rounds().get(0).synthesis()).isEqualTo(document("recounted"));
    assertThat(state.roundsLeft()).isEqualTo(2);
  }

  @Test
  void a_recount_that_leaves_questions_to_the_agents_leads_to_the_next_round() {
    asking();
    driver.host.outcomes.add(ScriptedHost.outcome(Recommendation.CONTINUE, 0.5, true, 2));
    driver.answer("1-clarification", "clarify", "'answers':{'1':'1','2':'1'}");
    driver.gate("2-decision");

    assertThat(driver.host.asked).hasSize(4);
    assertThat(driver.host.counted).hasSize(2);
    assertThat(notes(2))
        .containsEntry("decided", "Q1. Which limit? — 10 a second\nQ2. Which store? — in memory");
    assertThat(driver.session.state().roundsLeft()).isEqualTo(1);
  }

  @Test
  void comments_next_to_the_answers_require_another_round() {
    asking();
    driver.answer(
        "1-clarification", "clarify", "'text':'mind the proxy','answers':{'1':'1','2':'1'}");
    driver.gate("2-decision");

    assertThat(driver.host.recounted).isEmpty();
    assertThat(notes(2)).containsEntry("feedback", "mind the proxy");
  }

  @Test
  void an_unknown_option_number_is_refused_with_the_existing_ones() {
    asking();

    assertThatThrownBy(
            () ->
                driver.answer(
                    "{\"gate\":\"1-clarification\",\"kind\":\"clarify\","
                        + "\"answers\":{\"1\":\"3\"}}"))
        .hasStackTraceContaining(
            "question a has no option 3; answer with text or a number: Which limit? (1: 10 a"
                + " second; 2: 100 a second; recommended: 1, by gemini)");
  }

  private void asking() {
    driver.host.outcomes.add(ScriptedHost.outcome(Recommendation.USER_INPUT_NEEDED, 0.3, true, 2));
    driver.start();
    driver.gate("1-clarification");
  }

  @Test
  void an_open_conflict_stays_with_the_plan_as_unsettled() {
    driver.host.outcomes.add(
        ScriptedHost.with(
            ScriptedHost.converged(),
            Ledgers.divided("Where is it kept?", "in memory", "in a file")));
    driver.start();
    driver.answer("1-decision", "approve");
    driver.gate("2-confirmation");

    assertThat(unsettled()).contains("open: C1 Where is it kept? (in memory; in a file)");
  }

  private List<String> unsettled() {
    return driver.session.state().plan().orElseThrow().unsettled();
  }

  @Test
  void an_approval_answers_questions_which_are_counted_for_the_planner() {
    driver.start();
    driver.answer("1-decision", "approve", "'answers':{'2':'1'}");
    driver.gate("2-confirmation");

    assertThat(planner()).containsEntry("decided", "Q2. Which store? — in memory");
    assertThat(driver.host.recounted).hasSize(1);
    assertThat(driver.host.asked.get(2).documents()).containsEntry("ledger", document("recounted"));
    driver.answer("2-confirmation", "back");
    assertThat(driver.gate("3-decision").shown().questions())
        .extracting(Question::id)
        .containsExactly("Q1");
  }

  @Test
  void the_chosen_approach_is_recommended_and_an_approved_option_is_unchanged() {
    Synthesis tied = ScriptedHost.outcome(Recommendation.CONVERGED, 0.9, false, 2);
    List<Solution> ways =
        IntStream.of(0, 1)
            .mapToObj(i -> Requests.with(tied.solutions().get(i), Map.of("entry", "S" + (i + 1))))
            .toList();
    driver.host.outcomes.add(Requests.with(tied, Map.of("solutions", ways)));
    driver.host.outcomes.add(
        Requests.with(
            ScriptedHost.with(tied, Ledgers.wayDecided()),
            Map.of("solutions", List.of(ways.get(1), ways.get(0)))));
    driver.start();
    driver.answer("1-decision", "approve", "'answers':{'2':'1'}");
    driver.gate("2-confirmation");

    assertThat(planner()).as("option 1 as it was shown").containsEntry("solution", "Token bucket");
    driver.answer("2-confirmation", "back");
    assertThat(driver.gate("3-decision").shown().lines())
        .contains("recommended: 1, as you decided; 1 of 1 citation verified");
  }

  @Test
  void a_new_direction_takes_its_own_answers_and_drops_the_others() {
    clarified();
    driver.answer(
        "2-decision",
        "different-direction",
        "'by':'ada','text':'in the proxy','answers':{'1':'none'}");
    driver.answer("3-decision", "approve");
    driver.gate("4-confirmation");

    assertThat(notes(3))
        .containsEntry("direction", "in the proxy")
        .containsEntry("decided", "Q2. Which store? — none")
        .doesNotContainKey("clarifications");
    assertThat(driver.host.counted.get(2).answers())
        .extracting(HumanAnswer::id)
        .containsExactly("Q2");
    assertThat(planner())
        .containsEntry("direction", "in the proxy")
        .containsEntry("decided", "Q2. Which store? — none");
  }

  @Test
  void many_long_answers_are_bounded_and_the_newest_are_kept() {
    List<Clarification> many =
        java.util.stream.IntStream.range(0, 20)
            .mapToObj(n -> new Clarification("ada", n + "?", "x".repeat(2_000)))
            .toList();

    List<String> kept = Clarifications.newest(many);

    assertThat(kept).hasSizeLessThan(10).last().asString().startsWith("19?");
  }

  private Map<String, String> notes(int round) {
    return asked(Role.ANALYST, round);
  }

  private Map<String, String> planner() {
    return asked(Role.PLANNER, 0);
  }

  private Map<String, String> asked(Role role, int round) {
    return driver.host.asked.stream()
        .filter(request -> request.role() == role && request.round() == round)
        .findFirst()
        .map(AskRequest::notes)
        .orElseThrow();
  }
}
