package dev.conclave.activities.search.index;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class IdentifiersTest {

  @Test
  void camel_case_snake_case_kebab_case_acronyms_and_digits_are_split() {
    assertThat(Identifiers.parts("rateLimiter")).containsExactly("rate", "Limiter");
    assertThat(Identifiers.parts("rate_limit")).containsExactly("rate", "limit");
    assertThat(Identifiers.parts("rate-limit")).containsExactly("rate", "limit");
    assertThat(Identifiers.parts("HTTPServer")).containsExactly("HTTP", "Server");
    assertThat(Identifiers.parts("parseURL2Path")).containsExactly("parse", "URL", "2", "Path");
    assertThat(Identifiers.parts("SHA256_DIGEST")).containsExactly("SHA", "256", "DIGEST");
    assertThat(Identifiers.parts("__init__")).containsExactly("init");
    assertThat(Identifiers.parts("$")).isEmpty();
  }

  @Test
  void an_identifier_joined_is_the_same_however_it_is_written() {
    assertThat(Identifiers.joined("RateLimit"))
        .isEqualTo(Identifiers.joined("rate_limit"))
        .isEqualTo(Identifiers.joined("RATE-LIMIT"))
        .isEqualTo("ratelimit");
  }
}
