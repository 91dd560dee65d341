package dev.conclave.activities.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.workflows.config.SearchConfiguration.Ace;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
class AceClientTest {

  @Test
  void a_server_over_stdio_is_asked_with_root_and_query() {
    try (AceClient client = new AceClient(stdio(30))) {
      AceClient.Reply reply = client.ask("/repo", "rate limiter");

      assertThat(reply.failed()).isFalse();
      String text = reply.text();
      assertThat(text).startsWith("Path: /repo/src/limiter.py");
      assertThat(Keywords.files(text, Set.of("src/limiter.py", "src/gateway.py", "src/x.py")))
          .containsExactly("src/limiter.py", "src/gateway.py");
    }
  }

  @Test
  void text_that_starts_with_error_is_a_failure_without_the_flag_and_with_it() {
    try (AceClient client = new AceClient(stdio(30))) {
      assertThat(reason(client.ask("/repo", "quota"))).isEqualTo("Error: quota exceeded");
      assertThat(reason(client.ask("/repo", "flagged"))).isEqualTo("no index");
      assertThat(client.ask("/repo", "fine").failed()).isFalse();
    }
  }

  @Test
  void a_slow_server_fails_at_its_time_limit() {
    try (AceClient client = new AceClient(stdio(3))) {
      client.ask("/repo", "warm up");
      AceClient.Reply reply = client.ask("/repo", "slow");

      assertThat(reason(reply)).contains("Timeout");
      assertThat(reply.took()).isBetween(Duration.ofSeconds(2), Duration.ofSeconds(100));
    }
  }

  @Test
  void a_long_answer_is_cut() {
    try (AceClient client = new AceClient(stdio(30))) {
      AceClient.Reply reply = client.ask("/repo", "long");
      assertThat(reply.text()).hasSize(AceClient.MAX_TEXT + 8).endsWith("(cut)");
    }
  }

  @Test
  void a_command_that_does_not_exist_is_a_failure_that_names_it() {
    Ace nowhere = new Ace(List.of("no-such-ace-server"), Optional.empty(), Map.of(), 300);
    try (AceClient client = new AceClient(nowhere)) {
      AceClient.Reply reply = client.ask("/repo", "x");
      assertThat(reason(reply)).contains("no-such-ace-server").contains("search.ace.command");
      assertThat(reply.took()).isLessThan(Duration.ofMinutes(3));
    }
  }

  @Test
  void a_server_that_ends_at_once_is_a_failure_within_the_time_limit() {
    Ace dying = new Ace(List.of("git", "--version"), Optional.empty(), Map.of(), 3);
    try (AceClient client = new AceClient(dying)) {
      AceClient.Reply reply = client.ask("/repo", "x");
      assertThat(reply.failed()).isTrue();
      assertThat(reply.took()).isLessThan(Duration.ofMinutes(3));
    }
  }

  @Test
  void closing_ends_a_launcher_and_the_server_behind_it() throws Exception {
    Ace launched =
        new Ace(
            List.of("sh", "-c", String.join(" ", quoted(command())) + "; true"),
            Optional.empty(),
            Map.of(),
            30);
    List<ProcessHandle> before = ProcessHandle.current().descendants().toList();
    AceClient client = new AceClient(launched);
    assertThat(client.ask("/repo", "x").failed()).isFalse();
    List<ProcessHandle> started =
        ProcessHandle.current().descendants().filter(p -> !before.contains(p)).toList();
    assertThat(started).hasSizeGreaterThanOrEqualTo(2);
    client.close();

    for (ProcessHandle process : started) {
      process.onExit().get(60, TimeUnit.SECONDS);
    }
  }

  @Test
  void a_server_over_streamable_http_is_asked_the_same() throws Exception {
    try (AceHttpServer server = new AceHttpServer();
        AceClient client =
            new AceClient(new Ace(List.of(), Optional.of(server.url()), Map.of(), 10))) {
      AceClient.Reply reply = client.ask("/repo", "rate limiter");

      assertThat(reply.failed()).isFalse();
      assertThat(reply.text()).isEqualTo("found for rate limiter in /repo");
      assertThat(server.lastArguments()).containsEntry("query", "rate limiter");
    }
  }

  @Test
  void a_refused_connection_is_a_failure() {
    Ace refused = new Ace(List.of(), Optional.of("http://127.0.0.1:1/mcp"), Map.of(), 3);
    try (AceClient client = new AceClient(refused)) {
      assertThat(reason(client.ask("/repo", "x"))).contains("ConnectException");
    }
  }

  static Ace stdio(int seconds) {
    return new Ace(command(), Optional.empty(), Map.of(), seconds);
  }

  private static List<String> command() {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:TieredStopAtLevel=1",
        "-cp",
        System.getProperty("java.class.path"),
        AceServer.class.getName());
  }

  private static List<String> quoted(List<String> command) {
    return command.stream().map(word -> "'" + word + "'").toList();
  }

  private static String reason(AceClient.Reply reply) {
    assertThat(reply.failed()).isTrue();
    return reply.text();
  }
}
