package dev.conclave.client.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.client.Bench;
import dev.conclave.client.Bench.Run;
import io.temporal.testserver.TestServer;
import io.temporal.testserver.TestServer.PortBoundTestServer;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A terminal that follows a session calls the person who does not look at it. */
@Timeout(600)
class BellTest {
  private static final String BELL = "\u0007";

  @TempDir Path folder;
  private PortBoundTestServer server;
  private Bench bench;

  @BeforeEach
  void open() throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    server = TestServer.createPortBoundServer(port, true);
    bench = new Bench("127.0.0.1:" + port, folder).startWorker();
  }

  @AfterEach
  void close() {
    bench.close();
    server.close();
  }

  @Test
  void it_rings_when_a_gate_opens_and_not_for_one_that_is_open_already() throws Exception {
    assertThat(followed("plan", "Add rate limiting").err()).containsOnlyOnce(BELL);

    assertThat(bench.typing("0\n", "watch", "MCP-add-rate-limiting-2026-11-21").err())
        .contains("gate 1-decision")
        .doesNotContain(BELL);
  }

  @Test
  void it_is_silent_when_the_option_or_the_configuration_says_so() throws Exception {
    assertThat(followed("plan", "--no-bell", "Add rate limiting").err()).doesNotContain(BELL);

    bench.set(
        "CONCLAVE_CONFIG",
        Files.writeString(folder.resolve("silent.yaml"), "notifications: {bell: false}\n")
            .toString());
    assertThat(followed("plan", "Add a cache").err()).doesNotContain(BELL);
  }

  @Test
  void nothing_but_a_terminal_rings() {
    Run run = bench.conclave("plan", "Add rate limiting");

    assertThat(run.out() + run.err()).contains("gate 1-decision").doesNotContain(BELL);
  }

  /** Runs a command whose agents answer only once it shows that they work. */
  private Run followed(String... command) throws Exception {
    CountDownLatch agents = bench.host.holdAgents();
    Thread release = new Thread(() -> releaseWhenSeen(agents));
    release.start();
    try {
      return bench.typing("0\n", command);
    } finally {
      release.interrupt();
      release.join();
    }
  }

  private void releaseWhenSeen(CountDownLatch agents) {
    try {
      while (!bench.screen().contains("analyzing")) {
        Thread.sleep(20);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      agents.countDown();
    }
  }
}
