package dev.conclave.activities.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.workflows.api.FailureKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExcuseTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "You've hit your usage limit. Upgrade to Pro or try again at 5:00 PM.|RATE_LIMITED",
        "Quota exceeded for model gemini-2.5-pro|RATE_LIMITED",
        "Error: rate limit exceeded|RATE_LIMITED",
        "Too many requests. Try again in 20 s|RATE_LIMITED",
        "Please log in first|NOT_AUTHENTICATED",
        "Invalid API key · Please run /login|NOT_AUTHENTICATED",
        "The service is overloaded, please come back later|UNAVAILABLE",
        "I'm sorry, but I cannot help with that request.|FAILED",
        "I can’t assist with that.|FAILED",
      })
  void a_sentence_in_place_of_a_reply_is_the_failure_that_it_tells(
      String answer, FailureKind kind) {
    assertThat(Excuse.of(answer)).contains(kind);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"findings\": [\"the rate limit is kept per process\"]}",
        "- the usage limit is read in src/limits.py",
        "1. Users log in before they are limited",
        "The rate limit is set at src/limits.py:12 and nowhere else.",
        "The middleware counts requests per client.",
        "A rate limit belongs before the handler call, with a quota per client.",
        "Clients log in by an API key; the login handler has no timeout, so the service may hang.",
        "When the limit is exceeded the handler answers that there are too many requests.",
        "Authentication is done in the filter, and an overloaded server drops connections.",
      })
  void what_holds_anything_that_was_asked_for_is_a_reply(String answer) {
    assertThat(Excuse.of(answer)).isEmpty();
  }

  @Test
  void a_long_text_is_a_reply_whatever_words_it_has() {
    assertThat(Excuse.of("The rate limit is kept per process. ".repeat(20))).isEmpty();
  }
}
