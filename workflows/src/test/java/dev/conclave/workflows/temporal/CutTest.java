package dev.conclave.workflows.temporal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CutTest {

  @Test
  void what_fits_is_left_as_it_is_and_what_is_longer_ends_with_an_ellipsis_that_counts() {
    assertThat(Cut.shown("限流器", 3)).isEqualTo("限流器");
    assertThat(Cut.shown("🚀🚀🚀", 3)).isEqualTo("🚀🚀🚀");
    assertThat(Cut.shown("token bucket", 6)).isEqualTo("token…");
    assertThat(Cut.shown("🚀🚀🚀🚀", 3)).isEqualTo("🚀🚀…");
    assertThat(Cut.head("🚀🚀🚀🚀", 3)).isEqualTo("🚀🚀🚀");
    assertThat(Cut.head("abc", 0)).isEmpty();
    assertThat(Cut.shown("abc", 1)).isEqualTo("…");
  }

  /** An accent, a skin tone, a family, a heart of its color, a voiced kana, a keycap. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "e\u0301",
        "\uD83D\uDC4D\uD83C\uDFFD",
        "\uD83D\uDC68\u200D\uD83D\uDC69\u200D\uD83D\uDC67",
        "\u2764\uFE0F",
        "\u304B\u3099",
        "1\uFE0F\u20E3"
      })
  void what_a_reader_sees_as_one_character_is_kept_or_left_out_whole(String one) {
    int length = one.codePointCount(0, one.length());
    String text = "ab" + one + one + "cd";

    for (int most = 2; most < 2 + 2 * length; most++) {
      assertThat(Cut.head(text, most)).isEqualTo(most < 2 + length ? "ab" : "ab" + one);
    }
    assertThat(Cut.head(text, 2 + 2 * length)).isEqualTo("ab" + one + one);
  }

  @Test
  void a_letter_under_a_thousand_accents_is_cut_where_the_bound_is() {
    assertThat(Cut.head("a" + "\u0301".repeat(1000), 500)).hasSize(500);
  }
}
