package dev.conclave.workflows.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CutTest {

  @Test
  void short_text_is_unchanged_and_long_text_ends_with_a_counted_ellipsis() {
    assertThat(Cut.shorten("限流器", 3)).isEqualTo("限流器");
    assertThat(Cut.shorten("🚀🚀🚀", 3)).isEqualTo("🚀🚀🚀");
    assertThat(Cut.shorten("token bucket", 6)).isEqualTo("token…");
    assertThat(Cut.shorten("the token bucket", 12)).isEqualTo("the token…");
    assertThat(Cut.shorten("a " + "b".repeat(30), 30)).isEqualTo("a " + "b".repeat(27) + "…");
    assertThat(Cut.shorten("🚀🚀🚀🚀", 3)).isEqualTo("🚀🚀…");
    assertThat(Cut.head("🚀🚀🚀🚀", 3)).isEqualTo("🚀🚀🚀");
    assertThat(Cut.head("abc", 0)).isEmpty();
    assertThat(Cut.shorten("abc", 1)).isEqualTo("…");
  }
}
