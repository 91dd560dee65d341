package dev.conclave.worker;

import dev.conclave.activities.tool.DevServer;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.temporal.TemporalConnection;
import io.temporal.testserver.TestServer;
import io.temporal.testserver.TestServer.PortBoundTestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** A host in a folder, connected to an in-memory server. */
public record HostInMemory(
    PortBoundTestServer server, HostContext context, TemporalConnection connection)
    implements AutoCloseable {

  /** Starts both; the YAML configures the host. */
  public static HostInMemory start(Path root, String yaml) throws IOException {
    Map<String, String> environment =
        Map.of(
            "TEMPORAL_CONFIG_FILE", root.resolve("none.toml").toString(),
            "PATH", System.getenv("PATH"));
    Configuration configuration =
        Configuration.read(Files.writeString(root.resolve("config.yaml"), yaml));
    DataFolder data = new DataFolder(root.toRealPath().resolve("data"));
    HostContext context = new HostContext(environment, data, configuration);
    int port = DevServer.freePort();
    PortBoundTestServer server = TestServer.createPortBoundServer(port);
    return new HostInMemory(
        server,
        context,
        TemporalConnection.open(context.settings().at("127.0.0.1:" + port), context.converter()));
  }

  @Override
  public void close() {
    connection.close();
    server.close();
  }
}
