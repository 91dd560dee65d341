package dev.conclave.worker.stack;

import dev.conclave.activities.workspace.PathLock;
import dev.conclave.worker.HostContext;
import dev.conclave.worker.Registrations;
import dev.conclave.worker.operations.CodecServer;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.temporal.ConnectionSettings;
import dev.conclave.workflows.temporal.ServerException;
import dev.conclave.workflows.temporal.StackHandle;
import dev.conclave.workflows.temporal.TemporalConnection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * A server and a worker for this host: what is there is used, what is missing is started in the
 * background and goes on when this process ends.
 */
public final class LocalStack {
  /** A worker and a server that are slow to end, and some more. */
  private static final Duration TERMINAL_STOP = Duration.ofSeconds(40);

  private final HostContext host;
  private final DataFolder folder;
  private final Registrations.Factory registrations;
  private final LocalServer server;
  private final LocalWorker worker;

  /**
   * The stack of a host.
   *
   * @param registrations of a worker in this process, for the in-memory server
   * @param workerMain main class and arguments of a worker in the background
   */
  public LocalStack(
      HostContext host, Registrations.Factory registrations, List<String> workerMain) {
    this(host, registrations, workerMain, new ServerProgram(host.environment(), host.folder()));
  }

  LocalStack(
      HostContext host,
      Registrations.Factory registrations,
      List<String> workerMain,
      ServerProgram program) {
    this.host = host;
    this.folder = host.folder();
    this.registrations = registrations;
    this.server = new LocalServer(host, program);
    this.worker = new LocalWorker(host, List.copyOf(workerMain));
  }

  /**
   * Finds or starts both; where no server program can be had, both live in this process alone.
   *
   * @param progress takes lines for people
   * @throws ServerException when that is not possible; the message names the fix
   */
  public StackHandle ensureRunning(Consumer<String> progress) {
    Optional<StackHandle> background = bringUp(progress).map(BackgroundStack::new);
    return background.orElseGet(() -> InMemoryStack.start(host, registrations, progress));
  }

  /**
   * Finds or starts both in the background.
   *
   * @return how to reach the server; empty when there is none and no program to start one
   * @throws ServerException when that is not possible; the message names the fix
   */
  public Optional<ConnectionSettings> bringUp(Consumer<String> progress) {
    return locked(
        () -> {
          folder.makePrivate().ifPresent(progress);
          Optional<StackProcess.Note> before = StackProcess.server(folder).running();
          Optional<TemporalConnection> found = server.get(progress);
          if (found.isEmpty()) {
            return Optional.empty();
          }
          try (TemporalConnection connection = found.get()) {
            boolean started = worker.get(connection, progress);
            if (started && LocalServer.runningAt(folder, connection.settings()).isEmpty()) {
              progress.accept(
                  "It works for the Temporal server at %s, which was there already."
                      .formatted(connection.settings().address()));
            }
            if (started || !StackProcess.server(folder).running().equals(before)) {
              StackStatus.WaitingSessions.on(connection)
                  .flatMap(StackStatus.WaitingSessions::greeting)
                  .ifPresent(progress);
            }
            return Optional.of(connection.settings());
          }
        });
  }

  /** The Temporal UI of the server that we started, if that is the one of the settings. */
  public static Optional<String> uiUrl(DataFolder folder, ConnectionSettings settings) {
    try {
      return LocalServer.runningAt(folder, settings).flatMap(StackProcess.Note::ui);
    } catch (IOException e) {
      return Optional.empty(); // no page is named rather than a wrong one
    }
  }

  /** The origins of that UI, which the codec server admits; none while no server of ours runs. */
  public static Set<String> uiOrigins(DataFolder folder) {
    try {
      return StackProcess.server(folder)
          .running()
          .flatMap(StackProcess.Note::ui)
          .map(CodecServer::originsOf)
          .orElse(Set.of());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * What of this host's stack has ended without being asked to, for the server of the settings, in
   * words; empty when nothing has, or when {@code conclave up} starts it again.
   */
  public static Optional<String> died(DataFolder folder, ConnectionSettings settings) {
    try {
      if (StackProcess.terminal(folder).running().isPresent()) {
        return Optional.empty();
      }
      Map<String, StackProcess> both =
          new TreeMap<>(
              Map.of(
                  "The Temporal server",
                  StackProcess.server(folder),
                  "The worker",
                  StackProcess.worker(folder)));
      for (Map.Entry<String, StackProcess> one : both.entrySet()) {
        Optional<StackProcess.Note> died = one.getValue().died();
        if (died.isPresent() && died.get().address().equals(LocalServer.noted(settings))) {
          return Optional.of("%s (pid %d)".formatted(one.getKey(), died.get().process().pid()));
        }
      }
      return Optional.empty();
    } catch (IOException e) {
      return Optional.empty(); // nothing is started on a guess
    }
  }

  /**
   * Options that keep a JVM from warning of what our libraries do: load native code, use {@code
   * sun.misc.Unsafe}. The launcher and the image are tested to give the same.
   *
   * @param feature the first number of the version of Java
   */
  public static List<String> quietJava(int feature) {
    List<String> options = new ArrayList<>();
    if (feature >= 22) {
      options.add("--enable-native-access=ALL-UNNAMED");
    }
    if (feature >= 23) {
      options.add("--sun-misc-unsafe-memory-access=allow");
    }
    return options;
  }

  /** Ends the worker, then the server that we started; says what ended. */
  public void stop(Consumer<String> progress) {
    stopWorker(progress);
    stopServer(progress);
  }

  /** Asks the {@code conclave up} of a terminal to end, with what it started. */
  public void stopTerminal(Consumer<String> progress) {
    attempt(() -> StackProcess.terminal(folder).stop(TERMINAL_STOP))
        .ifPresent(pid -> progress.accept("Stopped `conclave up` (pid " + pid + ")."));
  }

  void stopWorker(Consumer<String> progress) {
    progress.accept(locked(worker::stop) ? "Stopped the worker." : "No worker runs.");
  }

  void stopServer(Consumer<String> progress) {
    progress.accept(
        locked(server::stop)
            ? "Stopped the Temporal server; its sessions wait in " + folder.server()
            : "No Temporal server of ours runs.");
  }

  /** Two commands that start or stop the stack at once do it one after the other. */
  @SuppressWarnings("try") // a lock is held, not used
  private <T> T locked(Step<T> step) {
    return attempt(
        () -> {
          folder.create();
          try (PathLock lock = PathLock.take(folder.server().resolve("lock"))) {
            return step.run();
          }
        });
  }

  private <T> T attempt(Step<T> step) {
    try {
      return step.run();
    } catch (UncheckedIOException e) {
      throw unusable(Objects.requireNonNull(e.getCause()));
    } catch (IOException e) {
      throw unusable(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServerException("Interrupted while the local stack was started or stopped", e);
    }
  }

  private ServerException unusable(IOException e) {
    return new ServerException(
        "The local stack cannot use its folder %s: %s."
            .formatted(folder.server(), DiskSpace.explain(e)),
        e);
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
