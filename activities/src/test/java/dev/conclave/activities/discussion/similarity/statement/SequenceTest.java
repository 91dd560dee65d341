package dev.conclave.activities.discussion.similarity.statement;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SequenceTest {
  private static final String CHARGED_LAST = "The stock is reserved before the card is charged";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "The card is charged only after the stock is reserved",
        "The card is charged once the stock is reserved",
        "The card is not charged until the stock is reserved",
        "The stock is reserved, then the card is charged",
        "Reserving stock is followed by charging the card",
      })
  void one_order_in_other_words_is_one_order(String words) {
    Sequence one = Sequence.in(CHARGED_LAST).orElseThrow();
    Sequence other = Sequence.in(words).orElseThrow();
    assertThat(other.with(one)).isTrue();
    assertThat(other.against(one)).isFalse();
    assertThat(new Contradictions().between(words, CHARGED_LAST)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "The stock is reserved after the card is charged",
        "The card is charged before the stock is reserved",
        "The card is charged, then the stock is reserved",
      })
  void the_opposite_order_contradicts(String words) {
    Sequence one = Sequence.in(CHARGED_LAST).orElseThrow();
    Sequence other = Sequence.in(words).orElseThrow();
    assertThat(other.against(one)).isTrue();
    assertThat(new Contradictions().between(words, CHARGED_LAST)).contains("polarity");
  }

  @Test
  void chinese_tells_orders_in_three_ways() {
    Sequence first = Sequence.in("先提交偏移量再处理消息").orElseThrow();
    assertThat(Sequence.in("处理消息之前提交偏移量").orElseThrow().with(first)).isTrue();
    assertThat(Sequence.in("处理完消息之后才提交偏移量").orElseThrow().against(first)).isTrue();
  }

  @Test
  void orders_of_other_things_decide_nothing() {
    Sequence one = Sequence.in(CHARGED_LAST).orElseThrow();
    Sequence other = Sequence.in("Migrations run after the backup").orElseThrow();
    assertThat(one.with(other)).isFalse();
    assertThat(one.against(other)).isFalse();
    assertThat(Sequence.in("The stock is reserved")).isEmpty();
  }
}
