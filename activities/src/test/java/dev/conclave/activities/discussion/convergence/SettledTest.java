package dev.conclave.activities.discussion.convergence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.activities.discussion.Label;
import dev.conclave.workflows.discussion.CrossVerification;
import dev.conclave.workflows.discussion.Disagreement;
import dev.conclave.workflows.discussion.Position;
import dev.conclave.workflows.gate.Clarification;
import dev.conclave.workflows.gate.NumberedSides;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SettledTest {
  private static final Disagreement CACHE = open("the cache is shared between workers");
  private static final Disagreement UPLOADS = open("uploads are scanned");

  private static Disagreement open(String topic) {
    return new Disagreement(
        topic,
        "polarity",
        List.of(
            new Position("ada", "Yes: " + topic, List.of()),
            new Position("bob", "No: " + topic, List.of())),
        "Left open for the human: the evidence does not settle it.",
        true);
  }

  private static Clarification said(String language, String answer) {
    String question =
        Questions.of(List.of(CACHE), List.of(), List.of(), List.of()).get(0).in(List.of(language));
    return new Clarification("eve", question, NumberedSides.explained(question, answer));
  }

  @ParameterizedTest
  @ValueSource(strings = {"en", "zh"})
  void an_answer_settles_its_disagreement_and_no_other(String language) {
    List<Disagreement> settled = Settled.by(List.of(said(language, "1")), List.of(CACHE, UPLOADS));

    assertThat(settled.get(0).open()).isFalse();
    assertThat(settled.get(0).resolution())
        .isEqualTo("Settled by eve: 1 (ada: \"Yes: the cache is shared between workers\")");
    assertThat(settled.get(1)).isEqualTo(UPLOADS);
  }

  @Test
  void an_answer_holds_when_a_side_has_changed_its_words_and_the_topic_has_not() {
    Disagreement later =
        new Disagreement(
            CACHE.topic(),
            "polarity",
            List.of(new Position("cleo", "It is not", List.of()), CACHE.positions().get(0)),
            CACHE.resolution(),
            true);

    assertThat(Settled.by(List.of(said("en", "they share it")), List.of(UPLOADS, later)))
        .extracting(Disagreement::resolution)
        .containsExactly(UPLOADS.resolution(), "Settled by eve: they share it");
  }

  @Test
  void an_answer_settles_nothing_that_is_merely_like_what_was_asked() {
    Disagreement alike = open("the cache is shared between workers of one host");

    assertThat(Settled.by(List.of(said("en", "1")), List.of(alike))).containsExactly(alike);
  }

  @Test
  void of_two_disagreements_that_begin_alike_each_has_its_own_answer() {
    String head = "x".repeat(250);
    Disagreement one = open(head + " one");
    Disagreement two =
        new Disagreement(
            head + " two",
            "polarity",
            List.of(
                new Position("ada", "first", List.of()), new Position("bob", "second", List.of())),
            one.resolution(),
            true);
    String question = Questions.about(two).en();

    assertThat(Settled.by(List.of(new Clarification("eve", question, "2")), List.of(one, two)))
        .extracting(Disagreement::open)
        .containsExactly(true, false);
  }

  @Test
  void what_evidence_settled_stays_settled_by_it_and_free_words_settle_nothing() {
    Disagreement byEvidence =
        new Disagreement(
            CACHE.topic(), "polarity", CACHE.positions(), "Settled by evidence", false);

    assertThat(Settled.by(List.of(said("en", "no")), List.of(byEvidence)))
        .containsExactly(byEvidence);
    assertThat(
            Settled.by(
                List.of(new Clarification("eve", "", "the cache is shared between workers")),
                List.of(CACHE)))
        .containsExactly(CACHE);
  }

  @Test
  void the_sentence_about_all_of_them_counts_what_the_human_settled() {
    CrossVerification verified =
        new CrossVerification(
            List.of("ada", "bob"),
            false,
            List.of(),
            List.of(),
            List.of(CACHE, UPLOADS),
            List.of(),
            "before",
            0);

    assertThat(Settled.by(List.of(said("en", "yes")), verified).resolution())
        .isEqualTo(
            "Of 2 disagreements 0 settled by evidence, 1 by the human's answers, 1 left open for"
                + " the human.");
    assertThat(Settled.by(List.of(), verified).resolution()).isEqualTo("before");
    assertThat(Settled.resolution(List.of(), verified, new Label("a", "b")).zh()).isEqualTo("b");
  }
}
