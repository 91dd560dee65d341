package dev.conclave.client.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpellingTest {
  private static final List<String> COMMANDS =
      List.of("plan", "answer", "decide", "show", "list", "search", "--max-rounds", "--mode");

  @ParameterizedTest
  @CsvSource({
    "anser, answer",
    "lits, list",
    "shwo, show",
    "PLAN, plan",
    "--max-round, --max-rounds",
    "serch, search",
    "--max, --max-rounds",
    "decied, decide"
  })
  void a_slip_of_the_hand_finds_the_word(String word, String meant) {
    assertThat(Spelling.question(word, COMMANDS)).startsWith(" Did you mean " + meant);
  }

  @Test
  void what_resembles_nothing_gets_no_guess() {
    assertThat(Spelling.question("xylophone", COMMANDS)).isEmpty();
    assertThat(Spelling.question("--", COMMANDS)).isEmpty();
    assertThat(Spelling.question("令牌桶", COMMANDS)).isEmpty();
  }

  @Test
  void a_swap_of_neighbours_is_one_slip() {
    assertThat(Spelling.distance("shwo", "show")).isEqualTo(1);
    assertThat(Spelling.distance("", "abc")).isEqualTo(3);
    assertThat(Spelling.distance("kitten", "sitting")).isEqualTo(3);
  }
}
