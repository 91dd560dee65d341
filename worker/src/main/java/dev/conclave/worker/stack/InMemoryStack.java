package dev.conclave.worker.stack;

import dev.conclave.activities.workspace.PathLock;
import dev.conclave.worker.HostContext;
import dev.conclave.worker.Registrations;
import dev.conclave.worker.WorkerProcess;
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
 * The server of temporal-testing and this host's worker, both in this process: for one attached
 * session where no server program can be had. It keeps nothing and can neither list nor describe.
 */
record InMemoryStack(
    PortBoundTestServer server, TemporalConnection connection, WorkerProcess worker, PathLock sole)
    implements StackHandle {

  /**
   * Starts both.
   *
   * @throws ServerException when this host has a worker already
   */
  static InMemoryStack start(
      HostContext host, Registrations.Factory registrations, Consumer<String> progress) {
    PathLock sole;
    try {
      sole = LocalWorker.lock(host.folder());
    } catch (IllegalStateException e) {
      throw new ServerException(String.valueOf(e.getMessage()), e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    progress.accept(
        "No Temporal server program can be had here: using one in memory. It serves this command"
            + " alone, and the session ends with it. For sessions that last install the `temporal`"
            + " command (https://docs.temporal.io/cli), or Go 1.25, which can build it.");
    int port = LocalServer.freePort();
    PortBoundTestServer server = TestServer.createPortBoundServer(port);
    TemporalConnection connection =
        TemporalConnection.open(host.settings().at("127.0.0.1:" + port), host.converter());
    new NamespaceSetup(connection).registerMissing();
    // It is the only worker of its server: what it left to others nobody would do.
    HostContext all = host.withOwnHostOnly(false);
    WorkerProcess worker = WorkerProcess.start(all, connection, registrations.on(all, connection));
    return new InMemoryStack(server, connection, worker, sole);
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
