package dev.conclave.worker.stack;

import dev.conclave.activities.workspace.PathLock;
import dev.conclave.worker.Registrations;
import dev.conclave.worker.Surroundings;
import dev.conclave.worker.WorkerHost;
import dev.conclave.worker.WorkerProcess;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.temporal.ConnectionSettings;
import dev.conclave.workflows.temporal.ServerException;
import dev.conclave.workflows.temporal.StackHandle;
import dev.conclave.workflows.temporal.TemporalConnection;
import io.temporal.testserver.TestServer;
import io.temporal.testserver.TestServer.PortBoundTestServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Consumer;

/**
 * The server of temporal-testing and a worker, both in this process: for one attached session where
 * no server program can be had. It keeps nothing and can neither list nor describe. Its worker is
 * this host's, of which there is one.
 */
final class InMemoryStack implements StackHandle {
  private final PortBoundTestServer server;
  private final TemporalConnection connection;
  private final WorkerProcess worker;
  private final PathLock sole;

  private InMemoryStack(
      PortBoundTestServer server,
      TemporalConnection connection,
      WorkerProcess worker,
      PathLock sole) {
    this.sole = sole;
    this.server = server;
    this.connection = connection;
    this.worker = worker;
  }

  /**
   * Starts both.
   *
   * @throws ServerException when this host has a worker already
   */
  static InMemoryStack start(
      Surroundings around, Registrations.Factory registrations, Consumer<String> progress) {
    PathLock sole = alone(around.folder());
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
    WorkerProcess worker = WorkerProcess.start(host, registrations.on(host));
    return new InMemoryStack(server, connection, worker, sole);
  }

  private static PathLock alone(DataFolder folder) {
    try {
      return new LocalWorker(folder).alone();
    } catch (IllegalStateException e) {
      throw new ServerException(String.valueOf(e.getMessage()), e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
    sole.close();
  }
}
