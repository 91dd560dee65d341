package dev.conclave.activities.discussion.convergence;

import static dev.conclave.activities.discussion.Analyses.approach;
import static dev.conclave.activities.discussion.Analyses.concerned;
import static dev.conclave.activities.discussion.Analyses.proposing;
import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.activities.discussion.Analyses;
import dev.conclave.activities.discussion.Label;
import dev.conclave.activities.discussion.ranking.Ranking;
import dev.conclave.activities.discussion.verification.ApproachGrouping;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.Concern;
import dev.conclave.workflows.discussion.Disagreement;
import dev.conclave.workflows.discussion.Level;
import dev.conclave.workflows.discussion.Position;
import dev.conclave.workflows.discussion.Solution;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuestionsTest {
  private static final List<Concern> CONCERNS =
      Concerns.of(
          Analyses.request(1, List.of(), List.of(), "en"),
          List.of(),
          List.of(
              concerned(
                  "gemini",
                  "The licence of the font forbids embedding",
                  "Behind a proxy all clients share one address"),
              concerned(
                  "codex",
                  "All clients have the same address behind a proxy",
                  "Builds take an hour")));

  private static Disagreement open(String topic, boolean open) {
    return new Disagreement(
        topic,
        "polarity",
        List.of(
            new Position("codex", "No: " + topic, List.of()),
            new Position("gemini", "Yes: " + topic, List.of())),
        "",
        open);
  }

  private static List<Solution> solutions() {
    List<Analysis> analyses =
        List.of(
            proposing(
                "gemini",
                approach("Quick patch", List.of(), List.of(), Level.LOW, Level.LOW),
                approach("Full rewrite", List.of(), List.of(), Level.HIGH, Level.LOW)));
    return Ranking.of(analyses, ApproachGrouping.of(analyses), List.of()).best();
  }

  @Test
  void disagreements_come_first_then_the_two_weightiest_concerns_then_effort() {
    List<Label> questions =
        Questions.of(
            List.of(open("the cache is shared", true), open("settled", false)),
            CONCERNS,
            solutions(),
            List.of());
    assertThat(questions).hasSize(4);
    assertThat(questions.get(0).en())
        .isEqualTo(
            "The agents disagree on \"the cache is shared\" (1: codex: \"No: the cache is shared\"; 2: gemini: \"Yes: the cache is shared\"). Which should hold?");
    assertThat(questions.get(1).en()).contains("address behind a proxy");
    assertThat(questions.get(2).en()).contains("Builds take an hour");
    assertThat(questions.get(3).en()).contains("Quick patch", "Full rewrite");
    assertThat(questions)
        .allMatch(question -> question.en().endsWith("?") && question.zh().endsWith("？"));
    assertThat(questions.get(0).in(List.of("zh", "en"))).startsWith("各方对");
    assertThat(questions.get(0).in(List.of("en", "zh"))).startsWith("The agents");
  }

  @Test
  void there_are_at_most_four_and_none_twice() {
    List<Disagreement> many =
        List.of(
            open("the cache is shared", true),
            open("the cache is shared", true),
            open("tokens expire", true),
            open("retries are bounded", true),
            open("uploads are scanned", true),
            open("pages are sorted", true));
    List<Label> questions = Questions.of(many, CONCERNS, solutions(), List.of());
    assertThat(questions).hasSize(Questions.AT_MOST).doesNotHaveDuplicates();
    assertThat(questions).allMatch(question -> question.en().startsWith("The agents disagree"));
    assertThat(Questions.AT_MOST).isEqualTo(4);
    assertThat(Questions.CONCERNS).isEqualTo(2);
  }

  @Test
  void each_open_disagreement_has_its_question_also_when_two_are_about_much_the_same() {
    List<Disagreement> four =
        List.of(
            open("workers share the cache between them", true),
            open("the cache is shared between workers", true),
            open("tokens expire", true),
            open("uploads are scanned", true));

    assertThat(Questions.of(four, CONCERNS, solutions(), List.of()))
        .extracting(Label::en)
        .hasSize(4)
        .allMatch(question -> question.startsWith("The agents disagree"));
  }

  @Test
  void nothing_open_asks_nothing() {
    assertThat(Questions.of(List.of(), List.of(), List.of(), List.of())).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"en", "zh"})
  void what_was_answered_is_not_asked_again_and_no_concern_in_other_words(String language) {
    List<Disagreement> before = List.of(open("the cache is shared between workers", true));
    List<String> answered =
        Questions.of(before, CONCERNS, solutions(), List.of()).stream()
            .map(question -> question.in(List.of(language)))
            .toList();
    assertThat(answered).hasSize(4);

    List<Label> again =
        Questions.of(
            List.of(
                open("the cache is shared between workers", true),
                open("uploads are scanned", true)),
            CONCERNS,
            solutions(),
            answered);

    assertThat(again).extracting(Label::en).first().asString().contains("uploads are scanned");
    assertThat(again).extracting(Label::en).noneMatch(question -> question.contains("cache"));
    assertThat(again)
        .extracting(Label::en)
        .noneMatch(question -> question.contains("Which matters more"))
        .noneMatch(question -> question.contains("proxy"));
  }
}
