package dev.conclave.activities.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.workflows.api.FailureKind;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailureTextTest {

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
        "EMPTY_REPLY | 0 | Model stream ended with empty response text.",
        "UNAVAILABLE | 0 | getaddrinfo ENOTFOUND api.example.org",
        "FAILED | 0 | FileNotFoundError: [Errno 2] No such file or directory: 'x'",
        "FAILED | 0 | segmentation fault",
        "FAILED | 400 | unknown parameter",
      })
  void words_and_statuses_of_the_programs(FailureKind kind, int status, String message) {
    Optional<Integer> code = status == 0 ? Optional.empty() : Optional.of(status);

    assertThat(FailureText.kind(code, message)).isEqualTo(kind);
  }
}
