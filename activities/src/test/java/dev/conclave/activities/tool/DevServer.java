package dev.conclave.activities.tool;

import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.temporal.ConclaveDataConverter;
import dev.conclave.workflows.temporal.ConnectionSettings;
import dev.conclave.workflows.temporal.ServerException;
import dev.conclave.workflows.temporal.TemporalConnection;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Temporal's development server on loopback, for features the in-memory server lacks. */
public record DevServer(Process process, int port) implements AutoCloseable {
  /** Options that register the search attributes. */
  public static final List<String> ATTRIBUTES =
      List.of(
          "--search-attribute=ConclavePhase=Keyword",
          "--search-attribute=ConclaveRound=Int",
          "--search-attribute=ConclaveAwaiting=Keyword",
          "--search-attribute=ConclaveRepo=Keyword",
          "--search-attribute=ConclaveHandle=Keyword");

  /** Starts a server and waits until it answers; skips the test without the program. */
  public static DevServer start(Path log, List<String> options) throws Exception {
    DevServer server = begin(log, options);
    for (int i = 0; !server.answers(); i++) {
      if (i == 1200 || !server.process.isAlive()) {
        server.close();
        throw new AssertionError("the server is not ready: " + Files.readString(log));
      }
      Thread.sleep(200);
    }
    return server;
  }

  /** Starts a server without waiting for it to answer. */
  public static DevServer begin(Path log, List<String> options) throws IOException {
    int port = freePort();
    List<String> command = new ArrayList<>();
    command.add(Tool.needed("temporal").toString());
    command.addAll(List.of("server", "start-dev", "--headless", "--ip=127.0.0.1"));
    command.addAll(List.of("--port=" + port, "--log-level=error"));
    // A stopped worker's poll takes tasks until it expires.
    command.add("--dynamic-config-value=matching.longPollExpirationInterval=\"3s\"");
    command.addAll(options);
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.redirectErrorStream(true).redirectOutput(log.toFile());
    return new DevServer(builder.start(), port);
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

  /** Returns a port nobody is listening on. */
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
