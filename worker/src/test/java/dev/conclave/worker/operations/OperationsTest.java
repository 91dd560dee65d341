package dev.conclave.worker.operations;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.worker.HostInMemory;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Uses raw sockets because no HTTP client lets a caller forge Host. */
class OperationsTest {
  @TempDir Path root;
  @AutoClose private HostInMemory host;

  @BeforeEach
  void connect() throws IOException {
    host = HostInMemory.start(root, "{}");
  }

  @Test
  void a_page_under_a_rebound_name_reads_nothing() throws IOException {
    try (Metrics metrics = new Metrics();
        Operations operations = serve(Map.of("CONCLAVE_HTTP", "127.0.0.1:0"), metrics)) {
      operations.started();
      int port = port(operations);
      for (String path : new String[] {"/metrics", "/healthz", "/"}) {
        for (String host :
            new String[] {
              "Host: evil.example:" + port,
              "Host: localhost.evil.example",
              "Host: 127.0.0.1.evil.example",
              "Host: 10.0.0.7:" + port,
              "Host: ",
              "X: no host at all"
            }) {
          assertThat(get(port, path, host)).as(path + " " + host).startsWith("HTTP/1.1 403 ");
        }
      }
      assertThat(get(port, "/metrics", "Host: evil.example")).doesNotContain("jvm_memory");
      for (String host :
          new String[] {"127.0.0.1:" + port, "localhost:" + port, "LocalHost", "[::1]:" + port}) {
        assertThat(get(port, "/healthz", "Host: " + host)).as(host).startsWith("HTTP/1.1 200 ");
        assertThat(get(port, "/metrics", "Host: " + host)).as(host).contains("jvm_memory");
      }
    }
  }

  @Test
  void it_answers_to_configured_names_and_the_address_it_was_reached_at() throws IOException {
    Map<String, String> environment =
        Map.of("CONCLAVE_HTTP", "0.0.0.0:0", "CONCLAVE_HTTP_NAMES", "worker, Metrics.example,");
    try (Metrics metrics = new Metrics();
        Operations operations = serve(environment, metrics)) {
      operations.started();
      int port = port(operations);
      for (String name : new String[] {"worker", "metrics.EXAMPLE", "127.0.0.1"}) {
        assertThat(get(port, "/healthz", "Host: " + name + ":" + port))
            .as(name)
            .startsWith("HTTP/1.1 200 ");
      }
      assertThat(get("127.0.0.2", port, "/healthz", "Host: 127.0.0.2:" + port))
          .startsWith("HTTP/1.1 200 ");
      assertThat(get(port, "/healthz", "Host: 127.0.0.2:" + port)).startsWith("HTTP/1.1 403 ");
      assertThat(get(port, "/healthz", "Host: other.example")).startsWith("HTTP/1.1 403 ");
      assertThat(get(port, "/healthz", "Host: ")).startsWith("HTTP/1.1 403 ");
    }
  }

  @Test
  void invented_names_get_a_bounded_number_of_series() throws Exception {
    try (Metrics metrics = new Metrics()) {
      String[] labels = {"activity_type", "workflow_type", "signal_name", "update_name"};
      for (int i = 0; i < 3_000; i++) {
        metrics.registry().counter("conclave.agent.calls", "agent", "invented-" + i).increment();
        for (String label : labels) {
          metrics.scope().tagged(Map.of(label, "Invented" + i)).counter("temporal_seen").inc(1);
        }
      }
      reported(() -> metrics.text().contains("temporal_seen_total{update_name="));

      assertThat(metrics.text().lines().filter(line -> line.contains("nvented")))
          .hasSizeBetween(100, 100 * (labels.length + 1));
      assertThat(metrics.text()).contains("agent=\"invented-0\"").contains("jvm_memory_used_bytes");
    }
  }

  @Test
  void a_working_worker_is_healthy_and_reports_its_limits() throws Exception {
    try (Metrics metrics = new Metrics();
        Operations operations = serve(Map.of("CONCLAVE_HTTP", "127.0.0.1:0"), metrics)) {
      operations.started();
      assertThat(metrics.text()).contains("conclave_workflow_cache_limit 200");
      assertThat(get(port(operations), "/healthz", "Host: localhost")).endsWith("\r\n\r\nok\n");
      System.gc();
      assertThat(metrics.text()).contains("conclave_workflow_threads_limit 800");
    }
  }

  private static void reported(BooleanSupplier number) throws InterruptedException {
    Instant end = Instant.now().plusSeconds(120);
    while (!number.getAsBoolean()) {
      assertThat(Instant.now()).as("the SDK's numbers were never reported").isBefore(end);
      Thread.sleep(100);
    }
  }

  private Operations serve(Map<String, String> environment, Metrics metrics) throws IOException {
    return new Operations(environment, metrics, host.connection(), host.context().id());
  }

  private static int port(Operations operations) {
    return URI.create(operations.url().orElseThrow()).getPort();
  }

  private static String get(int port, String path, String header) throws IOException {
    return get("127.0.0.1", port, path, header);
  }

  private static String get(String address, int port, String path, String header)
      throws IOException {
    try (Socket socket = new Socket(address, port)) {
      socket.setSoTimeout((int) Duration.ofMinutes(2).toMillis());
      String request = "GET %s HTTP/1.1\r\n%s\r\nConnection: close\r\n\r\n".formatted(path, header);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
