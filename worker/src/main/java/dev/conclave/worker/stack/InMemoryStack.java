package dev.conclave.worker.stack;

import dev.conclave.worker.Registrations;
import dev.conclave.worker.Surroundings;
import dev.conclave.worker.WorkerHost;
import dev.conclave.worker.WorkerProcess;
import dev.conclave.worker.stack.server.NamespaceSetup;
import dev.conclave.worker.stack.server.Ports;
import dev.conclave.workflows.host.ConnectionSettings;
import dev.conclave.workflows.host.StackHandle;
import dev.conclave.workflows.host.TemporalConnection;
import io.temporal.testserver.TestServer;
import io.temporal.testserver.TestServer.PortBoundTestServer;
import java.util.function.Consumer;

/**
 * The server of temporal-testing and a worker, both in this process: for one attached session where
 * no server program can be had. It keeps nothing and can neither list nor describe.
 */
final class InMemoryStack implements StackHandle {
  private final PortBoundTestServer server;
  private final TemporalConnection connection;
  private final WorkerProcess worker;

  private InMemoryStack(
      PortBoundTestServer server, TemporalConnection connection, WorkerProcess worker) {
    this.server = server;
    this.connection = connection;
    this.worker = worker;
  }

  static InMemoryStack start(
      Surroundings around, Registrations.Factory registrations, Consumer<String> progress) {
    progress.accept(
        "No Temporal server program can be had here: using one in memory. It serves this command"
            + " alone, and the session ends with it. For sessions that last install the `temporal`"
            + " command (https://docs.temporal.io/cli), or Go 1.25, which can build it.");
    int port = Ports.any();
    PortBoundTestServer server = TestServer.createPortBoundServer(port);
    ConnectionSettings settings =
        around.settings().at("127.0.0.1:" + port, ConnectionSettings.Source.LOCAL_STACK);
    TemporalConnection connection = TemporalConnection.open(settings, around.converter());
    new NamespaceSetup(connection).registerMissing();
    // It is the only worker of its server: what it left to others nobody would do.
    WorkerHost host = around.servingAll().workingFor(connection);
    return new InMemoryStack(server, connection, WorkerProcess.start(host, registrations.on(host)));
  }

  @Override
  public ConnectionSettings settings() {
    return connection.settings();
  }

  @Override
  public boolean outlivesThisProcess() {
    return false;
  }

  @Override
  public void close() {
    worker.close();
    connection.close();
    server.close();
  }
}
