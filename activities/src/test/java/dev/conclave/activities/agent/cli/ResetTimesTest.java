package dev.conclave.activities.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResetTimesTest {
  private static final Instant NOW = Instant.parse("2026-11-21T10:00:00Z");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Please retry in 33.5s. | 2026-11-21T10:00:33.500Z",
        "API error 429 rate_limit, retry after 30 s | 2026-11-21T10:00:30Z",
        "Rate limit reached. Please try again in 1m12s | 2026-11-21T10:01:12Z",
        "You've hit your usage limit. Try again in 3 days 2 hours 5 minutes. | 2026-11-24T12:05:00Z",
        "Claude AI usage limit reached|1795269600 | 2026-11-21T14:00:00Z",
        "Your quota will reset at 2026-11-22T00:00:00Z | 2026-11-22T00:00:00Z",
        "5-hour limit reached ∙ resets 3pm | 2026-11-21T15:00:00Z",
        "limit reached, resets at 9:30am (Asia/Shanghai) | 2026-11-22T01:30:00Z",
      })
  void the_wordings_of_the_programs(String row) {
    String message = row.substring(0, row.lastIndexOf('|')).strip();
    Instant reset = Instant.parse(row.substring(row.lastIndexOf('|') + 1).strip());

    assertThat(ResetTimes.find(message, NOW, ZoneOffset.UTC)).contains(reset);
  }

  @Test
  void a_message_without_a_time_has_none() {
    assertThat(ResetTimes.find("too many requests (429)", NOW, ZoneId.of("UTC"))).isEmpty();
    assertThat(ResetTimes.find("resets 99pm", NOW, ZoneId.of("UTC"))).isEmpty();
  }
}
