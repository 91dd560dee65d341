package dev.conclave.activities.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.conclave.workflows.model.FailureKind;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FailureTextTest {
  private static final Instant NOW = Instant.parse("2026-11-21T10:00:00Z");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "RATE_LIMITED | 429 | anything",
        "RATE_LIMITED | 0 | unexpected status 429 Too Many Requests",
        "RATE_LIMITED | 0 | You exceeded your current quota, please check your plan",
        "RATE_LIMITED | 403 | Quota exceeded for quota metric 'requests per day'",
        "RATE_LIMITED | 0 | You've hit your usage limit. Try again in 3 days",
        "NOT_AUTHENTICATED | 401 | scripted",
        "NOT_AUTHENTICATED | 403 | forbidden",
        "NOT_AUTHENTICATED | 0 | Not logged in · Please run /login",
        "NOT_AUTHENTICATED | 0 | Please set an Auth method in your settings.json",
        "UNAVAILABLE | 529 | overloaded_error",
        "UNAVAILABLE | 0 | connect ECONNREFUSED 127.0.0.1:9",
        "UNAVAILABLE | 0 | stream disconnected before completion: error sending request",
        "REJECTED_INPUT | 400 | prompt is too long: 240000 tokens > 200000 maximum",
        "REJECTED_INPUT | 0 | Input exceeds the maximum length of 1048576 characters",
        "REJECTED_INPUT | 413 | anything",
        "RATE_LIMITED | 0 | You've hit your session limit · resets 11pm (America/New_York)",
        "RATE_LIMITED | 0 | You've hit your weekly limit · resets Dec 3, 9am (Europe/Oslo)",
        "RATE_LIMITED | 0 | You're out of extra usage · resets 3:05 PM",
        "RATE_LIMITED | 0 | 错误：请求过于频繁，已达到速率限制，请稍后再试",
        "RATE_LIMITED | 0 | Fehler: Nutzungslimit erreicht",
        "NOT_AUTHENTICATED | 0 | 错误：未登录，请先登录",
        "EMPTY_REPLY | 0 | Model stream ended with empty response text.",
        "UNAVAILABLE | 0 | getaddrinfo ENOTFOUND api.example.org",
        "FAILED | 0 | FileNotFoundError: [Errno 2] No such file or directory: 'x'",
        "FAILED | 0 | segmentation fault",
        "FAILED | 400 | unknown parameter",
      })
  void messages_and_statuses_of_the_programs_are_recognised(
      FailureKind kind, int status, String message) {

    assertThat(FailureText.kind(status, message)).isEqualTo(kind);
  }

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
      })
  void an_error_sentence_instead_of_a_reply_is_the_failure_it_describes(
      String answer, FailureKind kind) {
    assertThat(FailureText.failureInAnswer(answer)).contains(kind);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"findings\": [\"the rate limit is kept per process\"]}",
        "- the usage limit is read in src/limits.py",
        "1. Users log in before they are limited",
        "The rate limit is set at src/limits.py:12 and nowhere else.",
        "The middleware counts requests per client.",
      })
  void text_with_any_requested_content_is_a_reply(String answer) {
    assertThat(FailureText.failureInAnswer(answer)).isEmpty();
  }

  @Test
  void no_program_output_blocks_a_thread() {
    for (String unit : List.of("\u0301", "a ", "\n\r", "retry 1h", "20hours ", "refused]", "1")) {
      String words = "try again " + unit.repeat(300_000 / unit.length());
      assertTimeoutPreemptively(
          Duration.ofMinutes(1),
          () -> {
            FailureText.kind(0, words);
            FailureText.reason(words);
            FailureText.resetTime(words, Instant.EPOCH, ZoneOffset.UTC);
          },
          unit);
    }
  }

  @Test
  void a_long_text_is_a_reply_whatever_words_it_contains() {
    assertThat(FailureText.failureInAnswer("The rate limit is kept per process. ".repeat(20)))
        .isEmpty();
  }

  @Test
  void a_stack_trace_is_reported_by_its_error_line_without_frames() {
    String python =
        """
        thinking about the task
        Traceback (most recent call last):
          File "/usr/lib/agent.py", line 3, in <module>
            raise RuntimeError("model backend exploded")
        RuntimeError: model backend exploded
        """;
    String node =
        """
        file:///opt/agent/cli.js:12
                throw new Error('no model');
                ^

        Error: no model configured
            at ModelError.raise (file:///opt/agent/cli.js:12:9)
            at node:internal/main/run_main_module:28:49

        Node.js v22.1.0
        """;

    assertThat(FailureText.reason(python)).isEqualTo("RuntimeError: model backend exploded");
    assertThat(FailureText.reason(node)).isEqualTo("Error: no model configured");
  }

  @Test
  void the_last_line_is_reported_if_no_line_mentions_an_error() {
    assertThat(FailureText.reason("starting\nbye\n")).isEqualTo("bye");
    assertThat(FailureText.reason("")).isEmpty();
  }

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
        "You've hit your usage limit. Try again at 3:05 PM. | 2026-11-21T15:05:00Z",
        "try again at Dec 3rd, 2026 3:05 PM. | 2026-12-03T15:05:00Z",
        "weekly limit · resets Dec 3, 9am (Europe/Oslo) | 2026-12-03T08:00:00Z",
        "limit reached, resets 2 Jan at 09:00 UTC | 2027-01-02T09:00:00Z",
        "resets Dec 3 | 2026-12-03T00:00:00Z",
        "resets at 15:05 UTC | 2026-11-21T15:05:00Z",
        "limit reached, resets 9:55am | 2026-11-21T09:55:00Z",
        "{\"type\":\"usage_limit_reached\",\"resets_in_seconds\":1234} | 2026-11-21T10:20:34Z",
        "{\"resets_at\": 1795269600} | 2026-11-21T14:00:00Z",
        "retry-after: 30 | 2026-11-21T10:00:30Z",
        "resets 2026-11-22 08:00 UTC | 2026-11-22T08:00:00Z",
      })
  void time_expressions_of_the_programs_are_understood(String row) {
    String message = row.substring(0, row.lastIndexOf('|')).strip();
    Instant reset = Instant.parse(row.substring(row.lastIndexOf('|') + 1).strip());

    assertThat(FailureText.resetTime(message, NOW, ZoneOffset.UTC)).contains(reset);
  }

  @Test
  void a_message_without_a_time_has_none() {
    assertThat(FailureText.resetTime("too many requests (429)", NOW, ZoneId.of("UTC"))).isEmpty();
    assertThat(FailureText.resetTime("resets 99pm", NOW, ZoneId.of("UTC"))).isEmpty();
  }
}
