package dev.conclave.activities.search.index;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TermsTest {

  @Test
  void an_identifier_yields_stemmed_parts_the_whole_and_adjacent_pairs() {
    assertThat(Terms.of("slidingWindowLimiter"))
        .containsExactly(
            "slide", "window", "limit", "slidingwindowlimit", "slidingwindow", "windowlimit");
  }

  @Test
  void words_are_stemmed_so_that_caching_finds_cache() {
    assertThat(Terms.of("caching")).isEqualTo(Terms.of("cached")).isEqualTo(Terms.of("cache"));
  }

  @Test
  void chinese_text_yields_bigrams_even_next_to_code() {
    assertThat(Terms.of("给API添加限流")).containsExactly("给", "api", "添加", "加限", "限流");
  }

  @Test
  void a_hyphen_joins_letters_but_a_minus_does_not() {
    assertThat(Terms.of("rate-limit")).containsExactly("rate", "limit", "ratelimit");
    assertThat(Terms.of("a - 1")).containsExactly("a", "1");
  }

  @Test
  void camel_case_snake_case_kebab_case_acronyms_and_digits_are_split() {
    assertThat(Terms.parts("rateLimiter")).containsExactly("rate", "Limiter");
    assertThat(Terms.parts("rate_limit")).containsExactly("rate", "limit");
    assertThat(Terms.parts("rate-limit")).containsExactly("rate", "limit");
    assertThat(Terms.parts("HTTPServer")).containsExactly("HTTP", "Server");
    assertThat(Terms.parts("parseURL2Path")).containsExactly("parse", "URL", "2", "Path");
    assertThat(Terms.parts("SHA256_DIGEST")).containsExactly("SHA", "256", "DIGEST");
    assertThat(Terms.parts("__init__")).containsExactly("init");
    assertThat(Terms.parts("$")).isEmpty();
  }
}
