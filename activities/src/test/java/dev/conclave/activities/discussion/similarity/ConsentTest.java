package dev.conclave.activities.discussion.similarity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.activities.discussion.similarity.statement.Contradictions;
import org.junit.jupiter.api.Test;

class ConsentTest {
  private final Contradictions contradictions = new Contradictions();

  @Test
  void words_that_are_shared_from_SAID_ALIKE_on_are_consent() {
    assertThat(Consent.SAID_ALIKE).isEqualTo(0.35);
    assertThat(Consent.between("zebra apple", "zebra apple melon")).isTrue();
    assertThat(Consent.between("zebra apple oak elm birch", "zebra trout perch carp eel"))
        .isFalse();
  }

  @Test
  void of_one_line_less_has_to_be_said_alike_and_of_another_passage_more() {
    assertThat(Consent.SAID_ALIKE_OF_A_LINE).isEqualTo(0.25);
    assertThat(Consent.SAID_ALIKE_ELSEWHERE).isEqualTo(0.6);
    String here = "zebra apple oak elm [a.py:10]";
    assertThat(Consent.between(here, "zebra trout perch carp [a.py:11]")).isTrue();
    assertThat(Consent.between(here, "zebra trout perch carp [a.py:12]")).isFalse();
    assertThat(Consent.between(here, "zebra apple perch carp [a.py:25]")).isTrue();
    assertThat(Consent.between(here, "zebra apple perch carp [a.py:26]")).isFalse();
    assertThat(Consent.between(here, "zebra apple perch carp [b.py:10]")).isFalse();
  }

  @Test
  void one_place_alone_is_no_consent() {
    assertThat(
            Consent.between(
                "timed.py has 2 classes [src/timed.py:22]",
                "timed.py declares 4 overloads [src/timed.py:22]"))
        .isFalse();
  }

  @Test
  void one_name_of_code_alone_is_no_consent() {
    assertThat(
            Consent.between(
                "TimestampSigner.sign appends the timestamp",
                "TimestampSigner.validate returns a boolean"))
        .isFalse();
  }

  @Test
  void a_denial_under_a_condition_is_no_denial() {
    String denial = "A session cannot be read without the signing secret";
    String condition = "Only a holder of the signing secret can read a session";
    assertThat(contradictions.between(denial, condition)).isEmpty();
    assertThat(Consent.between(denial, condition)).isTrue();
    assertThat(
            contradictions.between(
                "A session cannot be read by the worker", "A session can be read by the worker"))
        .contains("polarity");
  }

  @Test
  void two_sides_of_a_limit_do_not_contradict_unless_they_overlap() {
    String unsafe = "A skew above 60 seconds is unsafe";
    assertThat(contradictions.between(unsafe, "A skew of up to 30 seconds is safe")).isEmpty();
    assertThat(contradictions.between(unsafe, "A skew of at most 60 s is safe")).isEmpty();
    assertThat(contradictions.between(unsafe, "A skew of up to 2 minutes is safe"))
        .contains("polarity");
    assertThat(contradictions.between(unsafe, "A skew above 30 seconds is unsafe"))
        .contains("quantity");
    assertThat(contradictions.between("超过 60 秒不安全", "60 秒以内安全")).isEmpty();
  }

  @Test
  void what_both_deny_hides_no_contradiction_in_the_rest() {
    assertThat(
            contradictions.between(
                "idle_seconds returns None when there are no jobs",
                "idle_seconds does not return None when there are no jobs, it raises"))
        .contains("polarity");
  }

  @Test
  void a_subject_that_denies_turns_what_is_said_of_it() {
    assertThat(
            contradictions.between(
                "Nothing in the package is thread safe", "pause() in the package is thread safe"))
        .contains("polarity");
  }

  @Test
  void a_word_and_its_negation_by_prefix_are_antonyms() {
    assertThat(
            contradictions.between(
                "A torn page is detected by its checksum", "Torn pages go undetected"))
        .contains("polarity");
    assertThat(contradictions.between("The unit is fixed", "It is the iteration")).isEmpty();
  }
}
