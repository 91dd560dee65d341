package dev.conclave.worker.stack;

import dev.conclave.worker.Registrations;
import dev.conclave.worker.Surroundings;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.host.ConnectionSettings;
import dev.conclave.workflows.host.ServerException;
import dev.conclave.workflows.host.StackHandle;
import dev.conclave.workflows.host.TemporalConnection;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A server and a worker for this host: what is there is used, what is missing is started in the
 * background and goes on when this process ends.
 */
public final class LocalStack {
  private final Surroundings around;
  private final Registrations.Factory registrations;
  private final List<String> workerMain;
  private final ServerPrograms programs;
  private final LocalServer server;
  private final LocalWorker worker;

  /**
   * The stack of a host.
   *
   * @param registrations of a worker in this process, for the in-memory server
   * @param workerMain main class and arguments of a worker in the background
   */
  public LocalStack(
      Surroundings around, Registrations.Factory registrations, List<String> workerMain) {
    this(
        around,
        registrations,
        workerMain,
        new ServerPrograms(around.environment(), around.folder()));
  }

  LocalStack(
      Surroundings around,
      Registrations.Factory registrations,
      List<String> workerMain,
      ServerPrograms programs) {
    this.around = around;
    this.registrations = registrations;
    this.workerMain = List.copyOf(workerMain);
    this.programs = programs;
    this.server = new LocalServer(around.folder());
    this.worker = new LocalWorker(around.folder());
  }

  /**
   * Finds or starts both.
   *
   * @param progress takes lines for people
   * @throws ServerException when that is not possible; the message names the fix
   */
  public StackHandle ensureRunning(Consumer<String> progress) {
    return locked(
        () -> {
          Optional<TemporalConnection> found = findOrStartServer(progress);
          if (found.isEmpty()) {
            return InMemoryStack.start(around, registrations, progress);
          }
          try (TemporalConnection connection = found.get()) {
            ensureWorker(connection, progress);
            return new BackgroundStack(connection.settings());
          }
        });
  }

  /**
   * Finds or starts the server alone, for a worker in this process.
   *
   * @return empty when there is none and no program to start one
   */
  public Optional<TemporalConnection> ensureServer(Consumer<String> progress) {
    return locked(() -> findOrStartServer(progress));
  }

  /** The Temporal UI of the server that we started, if that is the one at the address. */
  public static Optional<String> uiUrl(DataFolder folder, ConnectionSettings settings) {
    try {
      return new LocalServer(folder).runningAt(settings.address()).flatMap(StateFile.Note::ui);
    } catch (IOException e) {
      return Optional.empty(); // no page is named rather than a wrong one
    }
  }

  /** Ends the worker, then the server that we started; says what ended. */
  public void stop(Consumer<String> progress) {
    locked(
        () -> {
          progress.accept(worker.stop() ? "Stopped the worker." : "No worker runs.");
          progress.accept(
              server.stop()
                  ? "Stopped the Temporal server; its sessions wait in " + around.folder().server()
                  : "No Temporal server of ours runs.");
          return true;
        });
  }

  private Optional<TemporalConnection> findOrStartServer(Consumer<String> progress)
      throws IOException, InterruptedException {
    ConnectionSettings settings = around.settings();
    Optional<TemporalConnection> connection = find(settings);
    if (connection.isEmpty()) {
      Optional<Path> program = programs.find(progress);
      if (program.isPresent()) {
        server.stop(); // one that runs and does not answer holds the database
        connection = Optional.of(server.start(program.get(), settings, around, progress));
      }
    }
    if (connection.isPresent()) {
      prepare(connection.get(), progress);
    }
    return connection;
  }

  /** A server elsewhere is never replaced by one of ours: its sessions are not here. */
  private Optional<TemporalConnection> find(ConnectionSettings settings) {
    try {
      return Optional.of(TemporalConnection.open(settings, around.converter()));
    } catch (ServerException.Unreachable e) {
      if (!settings.isLoopback()) {
        throw e;
      }
      return Optional.empty();
    }
  }

  private void prepare(TemporalConnection connection, Consumer<String> progress)
      throws IOException {
    NamespaceSetup setup = new NamespaceSetup(connection);
    try {
      setup.registerMissing();
      if (ours(connection.settings())) {
        setup.lengthenRetention();
      }
    } catch (StatusRuntimeException e) {
      progress.accept(
          "The search attributes could not be registered (%s): sessions run, but cannot be listed by phase. An operator can run `conclave doctor --fix`."
              .formatted(e.getStatus().getCode()));
    }
  }

  private void ensureWorker(TemporalConnection connection, Consumer<String> progress)
      throws IOException, InterruptedException {
    String address = connection.settings().address();
    Optional<StateFile.Note> running = worker.running();
    if (running.isPresent() && !running.get().address().equals(address)) {
      progress.accept("The worker works for " + running.get().address() + ": starting it anew.");
      worker.stop();
      running = Optional.empty();
    }
    if (running.isEmpty()) {
      worker.start(workerMain, connection, around.environment(), progress);
    }
  }

  private boolean ours(ConnectionSettings settings) throws IOException {
    return server.runningAt(settings.address()).isPresent();
  }

  private <T> T locked(Step<T> step) {
    try (StackLock lock = StackLock.take(around.folder())) {
      return step.run();
    } catch (IOException e) {
      throw new ServerException(
          "The local stack cannot use its folder %s: %s"
              .formatted(around.folder().server(), e.getMessage()),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServerException("Interrupted while the local stack was started or stopped", e);
    }
  }

  private interface Step<T> {
    T run() throws IOException, InterruptedException;
  }

  private record BackgroundStack(ConnectionSettings settings) implements StackHandle {
    @Override
    public boolean outlivesThisProcess() {
      return true;
    }

    @Override
    public void close() {
      // Both processes go on without us: that is what they are for.
    }
  }
}
