package dev.conclave.workflows.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumberedSidesTest {
  private static final String SIDES =
      NumberedSides.of(
          List.of("ada: \"keep the cache (per host)\"", "bob: \"drop it\"", "eve: \"自己写\""));
  private static final String QUESTION = "They disagree on \"cache\" " + SIDES + ". Which?";

  @Test
  void sides_are_named_by_number() {
    assertThat(SIDES)
        .isEqualTo("(1: ada: \"keep the cache (per host)\"; 2: bob: \"drop it\"; 3: eve: \"自己写\")");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "1|1 (ada: \"keep the cache (per host)\")",
        " 2. |2 (bob: \"drop it\")",
        "#3|3 (eve: \"自己写\")",
        "4|4",
        "0|0",
        "both|both",
        "1 a second|1 a second",
      })
  void a_number_is_explained_by_the_side_that_it_names(String answer, String explained) {
    assertThat(NumberedSides.explained(QUESTION, answer)).isEqualTo(explained);
  }

  @Test
  void a_number_is_an_answer_of_its_own_where_no_sides_are_named() {
    assertThat(NumberedSides.explained("How many (at most)?", "1")).isEqualTo("1");
  }
}
