package dev.conclave.worker.stack;

import dev.conclave.worker.Registrations;
import dev.conclave.worker.Surroundings;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.temporal.ConnectionSettings;
import dev.conclave.workflows.temporal.ServerException;
import dev.conclave.workflows.temporal.StackHandle;
import dev.conclave.workflows.temporal.TemporalConnection;
import java.io.IOException;
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
  private final LocalServer server;
  private final LocalWorker worker;
  private final ServerSupply serverSupply;
  private final WorkerSupply workerSupply;

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
    this.server = new LocalServer(around.folder());
    this.worker = new LocalWorker(around.folder());
    this.serverSupply = new ServerSupply(around, programs, server);
    this.workerSupply = new WorkerSupply(around, List.copyOf(workerMain), worker);
  }

  /**
   * Finds or starts both; where no server program can be had, both live in this process alone.
   *
   * @param progress takes lines for people
   * @throws ServerException when that is not possible; the message names the fix
   */
  public StackHandle ensureRunning(Consumer<String> progress) {
    Optional<StackHandle> background = bringUp(progress).map(BackgroundStack::new);
    return background.orElseGet(() -> InMemoryStack.start(around, registrations, progress));
  }

  /**
   * Finds or starts both in the background.
   *
   * @return how to reach the server; empty when there is none and no program to start one
   * @throws ServerException when that is not possible; the message names the fix
   */
  public Optional<ConnectionSettings> bringUp(Consumer<String> progress) {
    return locked(
        progress,
        () -> {
          around.folder().makePrivate(progress).ifPresent(progress);
          Optional<StateFile.Note> before = server.running();
          Optional<TemporalConnection> found = serverSupply.get(progress);
          if (found.isEmpty()) {
            return Optional.empty();
          }
          try (TemporalConnection connection = found.get()) {
            boolean started = workerSupply.get(connection, progress);
            if (started && server.runningAt(connection.settings().address()).isEmpty()) {
              progress.accept(
                  "It works for the Temporal server at %s, which was there already."
                      .formatted(connection.settings().address()));
            }
            if (started || !server.running().equals(before)) {
              WaitingSessions.on(connection).flatMap(WaitingSessions::greeting).ifPresent(progress);
            }
            return Optional.of(connection.settings());
          }
        });
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
    stopWorker(progress);
    stopServer(progress);
  }

  void stopWorker(Consumer<String> progress) {
    boolean stopped = locked(progress, worker::stop);
    progress.accept(stopped ? "Stopped the worker." : "No worker runs.");
  }

  void stopServer(Consumer<String> progress) {
    boolean stopped = locked(progress, server::stop);
    progress.accept(
        stopped
            ? "Stopped the Temporal server; its sessions wait in " + around.folder().server()
            : "No Temporal server of ours runs.");
  }

  private <T> T locked(Consumer<String> progress, Step<T> step) {
    try (StackLock lock = StackLock.take(around.folder(), progress)) {
      return step.run();
    } catch (IOException e) {
      throw new ServerException(
          "The local stack cannot use its folder %s: %s."
              .formatted(around.folder().server(), FolderTrouble.explain(e)),
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
