package dev.conclave.workflows.plan.phase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.conclave.workflows.agent.AskRequest;
import dev.conclave.workflows.agent.Role;
import dev.conclave.workflows.discussion.Concern;
import dev.conclave.workflows.discussion.Disagreement;
import dev.conclave.workflows.discussion.Recommendation;
import dev.conclave.workflows.discussion.RoundRequest;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.gate.Clarification;
import dev.conclave.workflows.plan.Clarifications;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a person says once holds until the direction changes. */
class ClarificationsTest {
  private final SessionDriver driver = new SessionDriver();

  @AfterEach
  void close() {
    driver.close();
  }

  private void clarified() {
    driver.host.outcomes.add(ScriptedHost.outcome(Recommendation.USER_INPUT_NEEDED, 0.3, true, 2));
    driver.start(SessionDriver.request());
    driver.gate("1-clarification");
    driver.answer(
        "{\"gate\":\"1-clarification\",\"kind\":\"clarify\",\"by\":\"ada\","
            + "\"answers\":{\"1\":\"10 a second\"}}");
    driver.gate("2-decision");
  }

  @Test
  void an_answer_goes_to_every_later_round_and_to_the_planner() {
    clarified();
    driver.answer(
        "{\"gate\":\"2-decision\",\"kind\":\"more-analysis\",\"by\":\"bob\","
            + "\"text\":\"mind the proxy\",\"answers\":{\"1\":\"in memory\"}}");
    driver.gate("3-decision");
    driver.answer("{\"gate\":\"3-decision\",\"kind\":\"approve\",\"solution\":1}");
    driver.gate("4-confirmation");

    assertThat(notes(2)).containsEntry("feedback", "Which limit? 10 a second");
    assertThat(notes(2)).doesNotContainKey("clarifications");
    assertThat(notes(3)).containsEntry("feedback", "mind the proxy\nWhich store? in memory");
    assertThat(notes(3)).containsEntry("clarifications", "Which limit? 10 a second");
    assertThat(planner())
        .containsEntry(
            "clarifications", "Which limit? 10 a second\nmind the proxy\nWhich store? in memory");
    assertThat(synthesized(3).clarifications())
        .containsExactly(
            new Clarification("ada", "Which limit?", "10 a second"),
            new Clarification("bob", "", "mind the proxy"),
            new Clarification("bob", "Which store?", "in memory"));
  }

  @Test
  void the_next_gate_shows_what_was_said_and_asks_it_no_more() {
    clarified();

    assertThat(driver.gate("2-decision").shown().notes())
        .contains("ada said to \"Which limit?\": 10 a second");
    assertThat(driver.gate("2-decision").shown().questions()).containsExactly("Which store?");
  }

  private static final Concern SPOOFED =
      new Concern("Which limit?", "Sources can be spoofed [net.go:348]", List.of("alpha", "beta"));

  private void concerned() {
    Synthesis s = ScriptedHost.converged();
    driver.host.outcomes.add(
        new Synthesis(
            s.round(),
            s.crossVerification(),
            s.solutions(),
            s.alsoConsidered(),
            s.convergence(),
            s.questions(),
            s.findings(),
            s.places(),
            s.prose(),
            s.degraded(),
            List.of(SPOOFED),
            s.document()));
  }

  @Test
  void a_concern_that_nobody_answered_goes_to_the_planner_and_is_not_settled() {
    concerned();
    driver.start(SessionDriver.request());
    driver.gate("1-decision");
    driver.answer(
        "{\"gate\":\"1-decision\",\"kind\":\"approve\",\"solution\":1,"
            + "\"answers\":{\"2\":\"in memory\"}}");
    driver.gate("2-confirmation");

    assertThat(planner())
        .containsEntry(
            "concerns",
            "alpha, beta: Sources can be spoofed [net.go:348] (nobody has answered it)");
    assertThat(unsettled())
        .contains(
            "concern of alpha and beta that nobody has answered: \"Sources can be spoofed"
                + " [net.go:348]\"");
  }

  @Test
  void a_concern_that_was_answered_along_with_the_approval_goes_there_with_its_answer() {
    concerned();
    driver.start(SessionDriver.request());
    driver.gate("1-decision");
    driver.answer(
        "{\"gate\":\"1-decision\",\"kind\":\"approve\",\"solution\":1,\"by\":\"ada\","
            + "\"answers\":{\"1\":\"acceptable, document it\"}}");
    driver.gate("2-confirmation");

    assertThat(planner())
        .containsEntry(
            "concerns",
            "alpha, beta: Sources can be spoofed [net.go:348] (answered by ada: acceptable,"
                + " document it)");
    assertThat(unsettled()).noneMatch(sentence -> sentence.contains("spoofed"));
  }

  @Test
  void the_next_round_is_told_of_the_concerns_and_a_new_direction_of_none() {
    concerned();
    concerned();
    driver.start(SessionDriver.request());
    driver.gate("1-decision");
    driver.answer("{\"gate\":\"1-decision\",\"kind\":\"more-analysis\"}");
    driver.gate("2-decision");
    driver.answer(
        "{\"gate\":\"2-decision\",\"kind\":\"different-direction\",\"text\":\"no state\"}");
    driver.gate("3-decision");

    assertThat(driver.host.synthesized)
        .extracting(RoundRequest::concerns)
        .containsExactly(List.of(), List.of(SPOOFED), List.of());
  }

  @Test
  void an_answer_given_along_with_the_approval_settles_its_disagreement_from_then_on() {
    Synthesis s = ScriptedHost.converged();
    List<Disagreement> open =
        List.of(
            new Disagreement(
                "the store", "polarity", List.of(), "Left open.", true, "Which store?"),
            new Disagreement("the limit", "polarity", List.of(), "Left open.", true, ""));
    driver.host.outcomes.add(
        new Synthesis(
            s.round(),
            s.crossVerification().with(open),
            s.solutions(),
            s.alsoConsidered(),
            s.convergence(),
            s.questions(),
            s.findings(),
            s.places(),
            s.degraded(),
            s.document()));
    driver.start(SessionDriver.request());
    driver.gate("1-decision");
    driver.answer(
        "{\"gate\":\"1-decision\",\"kind\":\"approve\",\"solution\":1,\"by\":\"ada\","
            + "\"answers\":{\"2\":\"in memory\"}}");
    driver.gate("2-confirmation");

    assertThat(unsettled())
        .noneMatch(sentence -> sentence.contains("the store"))
        .anyMatch(sentence -> sentence.contains("the limit"));
    assertThat(
            driver.session.round(1).synthesis().orElseThrow().crossVerification().disagreements())
        .extracting(Disagreement::resolution)
        .containsExactly("Settled by ada: in memory", "Left open.");
    driver.answer("{\"gate\":\"2-confirmation\",\"kind\":\"back\"}");
    assertThat(driver.gate("3-decision").shown().notes())
        .contains("settled since the round was measured, by your answers: the store");
  }

  private List<String> unsettled() {
    return driver.session.state().plan().orElseThrow().unsettled();
  }

  @Test
  void an_approval_answers_questions_for_the_planner() {
    driver.start(SessionDriver.request());
    driver.gate("1-decision");
    driver.answer(
        "{\"gate\":\"1-decision\",\"kind\":\"approve\",\"solution\":1,"
            + "\"answers\":{\"2\":\"in memory\"}}");
    driver.gate("2-confirmation");

    assertThat(planner()).containsEntry("clarifications", "Which store? in memory");
    driver.answer("{\"gate\":\"2-confirmation\",\"kind\":\"back\"}");
    assertThat(driver.gate("3-decision").shown().questions()).containsExactly("Which limit?");
  }

  @Test
  void a_new_direction_takes_its_own_answers_along_and_leaves_the_others() {
    clarified();
    driver.answer(
        "{\"gate\":\"2-decision\",\"kind\":\"different-direction\",\"by\":\"ada\","
            + "\"text\":\"in the proxy\",\"answers\":{\"1\":\"none\"}}");
    driver.gate("3-decision");
    driver.answer("{\"gate\":\"3-decision\",\"kind\":\"approve\",\"solution\":1}");
    driver.gate("4-confirmation");

    assertThat(notes(3))
        .containsEntry("direction", "in the proxy")
        .containsEntry("feedback", "Which store? none")
        .doesNotContainKey("clarifications");
    assertThat(synthesized(3).answered()).containsExactly("Which store?");
    assertThat(planner())
        .containsEntry("direction", "in the proxy")
        .containsEntry("clarifications", "Which store? none");
  }

  @Test
  void an_answer_to_no_question_is_refused_whatever_it_comes_with() {
    driver.start(SessionDriver.request());
    driver.gate("1-decision");

    assertThatThrownBy(
            () ->
                driver.answer(
                    "{\"gate\":\"1-decision\",\"kind\":\"approve\",\"solution\":1,"
                        + "\"answers\":{\"9\":\"x\"}}"))
        .hasStackTraceContaining("there is no question 9; they are numbered 1 to 2");
    driver.answer("{\"gate\":\"1-decision\",\"kind\":\"approve\",\"solution\":1}");
    driver.gate("2-confirmation");
    assertThatThrownBy(
            () ->
                driver.answer(
                    "{\"gate\":\"2-confirmation\",\"kind\":\"execute\",\"answers\":{\"1\":\"x\"}}"))
        .hasStackTraceContaining("asks no question");
  }

  @Test
  void an_unknown_kind_is_told_the_kinds_of_this_gate() {
    driver.start(SessionDriver.request());
    driver.gate("1-decision");

    assertThatThrownBy(() -> driver.answer("{\"gate\":\"1-decision\",\"kind\":\"aprove\"}"))
        .hasStackTraceContaining(
            "\"kind\" is \"aprove\"; expected one of approve, more-analysis, different-direction,"
                + " cancel");
    driver.signal("{\"gate\":\"1-decision\",\"kind\":\"aprove\"}");
    assertThat(driver.view(v -> !v.refused().isEmpty()).refused().get(0).reason())
        .startsWith("\"kind\" is \"aprove\"; expected one of approve");
  }

  @Test
  void what_is_carried_of_many_long_answers_is_bounded_and_the_newest_stay() {
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

  private RoundRequest synthesized(int round) {
    return driver.host.synthesized.stream()
        .filter(request -> request.round() == round)
        .findFirst()
        .orElseThrow();
  }
}
