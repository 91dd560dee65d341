package dev.conclave.activities.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.workflows.config.SearchConfiguration.Ace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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
  void a_stdio_server_is_queried_and_closing_ends_it_with_its_launcher() throws Exception {
    String server =
        "'%s' -XX:TieredStopAtLevel=1 -cp '%s' %s; true"
            .formatted(
                Path.of(System.getProperty("java.home"), "bin", "java"),
                System.getProperty("java.class.path"),
                AceServer.class.getName());
    AceClient client = new AceClient(command(60, "sh", "-c", server));

    AceClient.Reply reply = client.ask("/repo", "rate limiter");
    List<ProcessHandle> started =
        ProcessHandle.current().descendants().filter(AceClientTest::isServer).toList();
    client.close();

    assertThat(reply.failed()).isFalse();
    assertThat(reply.text()).startsWith("Path: /repo/src/limiter.py");
    assertThat(
            ContextGatherer.filesNamed(
                reply.text(), Set.of("src/limiter.py", "src/gateway.py", "src/x.py")::contains))
        .containsExactly("src/limiter.py", "src/gateway.py");
    assertThat(started).hasSizeGreaterThanOrEqualTo(2);
    for (ProcessHandle process : started) {
      process.onExit().get(60, TimeUnit.SECONDS);
    }
  }

  @Test
  void an_http_server_is_queried_and_every_failure_is_reported() throws Exception {
    try (AceHttpServer server = new AceHttpServer();
        AceClient client = new AceClient(http(server.url(), 20))) {
      assertThat(client.ask("/repo", "rate limiter").text())
          .isEqualTo("found for rate limiter in /repo");
      assertThat(reason(client.ask("/repo", "quota"))).isEqualTo("Error: quota exceeded");
      assertThat(reason(client.ask("/repo", "flagged"))).isEqualTo("no index");
      assertThat(client.ask("/repo", "long").text())
          .hasSize(AceClient.MAX_TEXT + 8)
          .endsWith("(cut)");
      assertThat(client.ask("/repo", "fine").failed()).isFalse();
    }
  }

  @Test
  void a_slow_server_fails_at_its_time_limit() throws Exception {
    try (AceHttpServer server = new AceHttpServer();
        AceClient client = new AceClient(http(server.url(), 2))) {
      client.ask("/repo", "warm up");
      assertThat(reason(client.ask("/repo", "slow"))).contains("Timeout");
    }
  }

  private static boolean isServer(ProcessHandle process) {
    try {
      Path environment = Path.of("/proc/" + process.pid() + "/environ");
      return Files.readString(environment, StandardCharsets.ISO_8859_1).contains(AceClient.MARKER);
    } catch (IOException gone) {
      return false;
    }
  }

  private static Ace command(int seconds, String... command) {
    return new Ace(List.of(command), Optional.empty(), Map.of(), seconds);
  }

  private static Ace http(String url, int seconds) {
    return new Ace(List.of(), Optional.of(url), Map.of(), seconds);
  }

  private static String reason(AceClient.Reply reply) {
    assertThat(reply.failed()).isTrue();
    return reply.text();
  }
}
