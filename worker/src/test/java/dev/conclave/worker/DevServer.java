package dev.conclave.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.activities.tool.Tool;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.temporal.ConclaveDataConverter;
import dev.conclave.workflows.temporal.ConnectionSettings;
import dev.conclave.workflows.temporal.ServerException;
import dev.conclave.workflows.temporal.TemporalConnection;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Temporal's real development server, in memory, that nobody set up. */
public record DevServer(Process process, int port) implements AutoCloseable {

  /** Starts one; skips the test where there is no program. */
  public static DevServer start(Path log) throws Exception {
    Path temporal = Tool.needed("temporal");
    int port = freePort();
    ProcessBuilder builder =
        new ProcessBuilder(
            temporal.toString(),
            "server",
            "start-dev",
            "--headless",
            "--ip=127.0.0.1",
            "--port=" + port,
            "--log-level=error");
    builder.redirectErrorStream(true).redirectOutput(log.toFile());
    DevServer server = new DevServer(builder.start(), port);
    for (int i = 0; !server.answers(); i++) {
      assertThat(i).as("the server answers within four minutes").isLessThan(1200);
      Thread.sleep(200);
    }
    return server;
  }

  public String address() {
    return "127.0.0.1:" + port;
  }

  private boolean answers() {
    ConnectionSettings settings =
        ConnectionSettings.load(
            Map.of("TEMPORAL_ADDRESS", address()), new DataFolder(Path.of("none")));
    try (TemporalConnection connection =
        TemporalConnection.open(settings, ConclaveDataConverter.of(Optional.empty()))) {
      return connection.namespace().equals("default");
    } catch (ServerException e) {
      return false;
    }
  }

  public static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  @Override
  public void close() throws InterruptedException {
    process.destroy();
    if (!process.waitFor(10, TimeUnit.SECONDS)) {
      process.destroyForcibly();
    }
  }
}
