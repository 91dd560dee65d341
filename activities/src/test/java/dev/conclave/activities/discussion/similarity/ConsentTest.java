package dev.conclave.activities.discussion.similarity;

import static org.assertj.core.api.Assertions.assertThat;

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
  void a_word_and_its_negation_by_prefix_are_antonyms() {
    assertThat(
            contradictions.between(
                "A torn page is detected by its checksum", "Torn pages go undetected"))
        .contains("polarity");
    assertThat(contradictions.between("The unit is fixed", "It is the iteration")).isEmpty();
  }
}
