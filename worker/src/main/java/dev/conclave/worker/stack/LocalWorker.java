package dev.conclave.worker.stack;

import dev.conclave.activities.agent.process.ProcessIdentity;
import dev.conclave.activities.document.PathLock;
import dev.conclave.worker.HostContext;
import dev.conclave.worker.Registrations;
import dev.conclave.worker.WorkerProcess;
import dev.conclave.worker.operations.CallInterceptor;
import dev.conclave.worker.operations.CodecServer;
import dev.conclave.worker.operations.Metrics;
import dev.conclave.worker.operations.Operations;
import dev.conclave.worker.stack.StackProcess.ProcessNote;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.temporal.ConnectionSettings;
import dev.conclave.workflows.temporal.ServerException;
import dev.conclave.workflows.temporal.TaskQueues;
import dev.conclave.workflows.temporal.TemporalConnection;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.temporal.api.enums.v1.TaskQueueType;
import java.io.IOException;
import java.net.BindException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The worker of this host. A lock allows only one at a time, because a second would double the
 * slots of every agent; a note identifies its process.
 *
 * @param main class and arguments of a background worker
 */
public record LocalWorker(HostContext host, List<String> main) {
  private static final Logger LOG = LoggerFactory.getLogger(LocalWorker.class);
  private static final Duration READY = Duration.ofSeconds(60);

  /** Twice the worker's own grace period. */
  static final Duration STOP = Duration.ofSeconds(20);

  /** Program name of a worker without a terminal, which may be restarted. */
  private static final String BACKGROUND = "conclave worker in the background";

  private static final String MARK = "conclave.worker.background";

  private static final List<String> PATHS =
      List.of(
          "CONCLAVE_CONFIG",
          "TEMPORAL_CONFIG_FILE",
          "TEMPORAL_TLS_CLIENT_CERT_PATH",
          "TEMPORAL_TLS_CLIENT_KEY_PATH",
          "TEMPORAL_TLS_SERVER_CA_CERT_PATH");

  public static Path log(DataFolder folder) {
    return folder.logs().resolve("worker.log");
  }

  /**
   * Takes the lock that excludes other workers of this host while this process holds it.
   *
   * @throws IllegalStateException if there is a worker already
   */
  static PathLock lock(DataFolder folder) throws IOException {
    Path lock = folder.server().resolve("worker.lock");
    Optional<PathLock> held = PathLock.tryTake(lock);
    if (held.isPresent()) {
      return held.get();
    }
    throw new IllegalStateException(
        "A worker of this host is already running"
            + StackProcess.worker(folder)
                .running()
                .map(
                    note ->
                        " (pid %d, for %s): `conclave down` ends it."
                            .formatted(note.process().pid(), note.address()))
                .orElse(
                    (": a command with an in-memory session, or the process that holds %s. Wait for it"
                            + " to end, or give the second worker its own CONCLAVE_HOME.")
                        .formatted(lock)));
  }

  /** Stops the worker and leaves running agent calls to the next one; false if none was running. */
  boolean stop() throws IOException, InterruptedException {
    return StackProcess.worker(host.folder()).stop(STOP);
  }

  /** Finds or starts the worker; returns whether it was started. */
  boolean get(TemporalConnection connection, Consumer<String> progress)
      throws IOException, InterruptedException {
    StackProcess process = StackProcess.worker(host.folder());
    Optional<ProcessNote> running = process.running();
    Optional<ProcessNote> died = process.died();
    if (running.isPresent()) {
      if (works(running.get(), connection, progress) && !isOutdated(running.get(), progress)) {
        return false;
      }
      stop();
    } else if (died.isPresent()) {
      progress.accept(
          "The worker (pid %d) ended unexpectedly; %s"
              .formatted(died.get().process().pid(), LogFile.lastErrors(log(host.folder()))));
    }
    progress.accept(
        "Started a worker (pid %d); log: %s".formatted(start(connection), log(host.folder())));
    return true;
  }

  private boolean works(ProcessNote note, TemporalConnection connection, Consumer<String> progress)
      throws InterruptedException {
    boolean works =
        note.address().equals(connection.settings().address()) && polls(note.process(), connection);
    if (!works) {
      progress.accept(
          "The worker (pid %d) is connected to another server than %s: restarting it."
              .formatted(note.process().pid(), connection.settings().address()));
    }
    return works;
  }

  /**
   * Whether to restart a worker because the configuration has changed since it started; a worker in
   * a terminal is not restarted. Agent calls keep running.
   */
  private boolean isOutdated(ProcessNote note, Consumer<String> progress) throws IOException {
    boolean anew = note.program().equals(BACKGROUND);
    String what = anew ? "restarting it." : "`" + Configuration.RESTART_WORKER + "` reloads it.";
    Optional<String> changed = changed(host, note);
    changed.ifPresent(sentence -> progress.accept(sentence + what));
    return anew && changed.isPresent();
  }

  private static Optional<String> changed(HostContext host, ProcessNote note) throws IOException {
    Path file = Configuration.file(host.environment(), DataFolder.home(host.environment()));
    return Files.isRegularFile(file)
            && Files.getLastModifiedTime(file).toInstant().isAfter(note.since())
        ? Optional.of(file + " has changed since the worker started: ")
        : Optional.empty();
  }

  /** Returns what to do about a worker with an outdated configuration; empty if there is none. */
  public static Optional<String> outdated(HostContext host) {
    try {
      Optional<ProcessNote> running = StackProcess.worker(host.folder()).running();
      Optional<String> changed =
          running.isEmpty() ? Optional.empty() : changed(host, running.get());
      return changed.map(
          sentence ->
              sentence
                  + (running.get().program().equals(BACKGROUND)
                      ? "`conclave up` restarts it."
                      : "`" + Configuration.RESTART_WORKER + "` reloads it."));
    } catch (IOException e) {
      return Optional.empty(); // `conclave status` shows the error
    }
  }

  /** Starts a worker with this JVM and class path, waits until it polls, and returns its pid. */
  private long start(TemporalConnection connection) throws IOException, InterruptedException {
    DataFolder folder = host.folder();
    Path output =
        folder.logs().resolve("worker.out"); // output before logging starts, or of a JVM crash
    Optional<ProcessIdentity> process =
        StackProcess.start(
            StackProcess.java(List.of("-D" + MARK), main),
            environment(host, connection.settings().address()),
            folder.root(),
            output);
    if (process.isPresent() && polls(process.get(), connection)) {
      return process.get().pid();
    }
    // A worker started meanwhile, for example by systemd, may hold the lock.
    Optional<ProcessIdentity> quicker =
        StackProcess.worker(folder)
            .running()
            .map(ProcessNote::process)
            .filter(other -> !process.equals(Optional.of(other)));
    if (quicker.isPresent() && polls(quicker.get(), connection)) {
      return quicker.get().pid();
    }
    if (process.isPresent()) {
      StackProcess.end(process.get(), STOP);
      StackProcess.worker(folder).forget(process.get().pid());
    }
    throw new ServerException(
        "The worker did not start; %s; %s"
            .formatted(LogFile.lastErrors(output), LogFile.lastErrors(log(folder))));
  }

  /** Waits until a process polls; false if it has ended or does not poll within {@link #READY}. */
  private boolean polls(ProcessIdentity process, TemporalConnection connection)
      throws InterruptedException {
    long end = System.nanoTime() + READY.toNanos();
    while (!isPoller(process, connection)) {
      if (!process.isAlive() || System.nanoTime() > end) {
        return false;
      }
      Thread.sleep(200);
    }
    return true;
  }

  /**
   * Whether a process polls the probe queue, which is polled even by a busy worker; all queues are
   * polled from the same moment.
   */
  private boolean isPoller(ProcessIdentity process, TemporalConnection connection) {
    try {
      return connection
          .pollers(TaskQueues.probe(host.id().id()), TaskQueueType.TASK_QUEUE_TYPE_ACTIVITY)
          .stream()
          .anyMatch(poller -> poller.getIdentity().startsWith(process.pid() + "@"));
    } catch (StatusRuntimeException e) {
      // Without permission to describe queues, a live process is enough. Other errors are retried.
      return e.getStatus().getCode() == Status.Code.PERMISSION_DENIED && process.isAlive();
    }
  }

  /** Makes paths absolute, because the worker has another working directory. */
  static Map<String, String> environment(HostContext host, String address) {
    Map<String, String> environment = new HashMap<>(host.environment());
    environment.put("TEMPORAL_ADDRESS", address);
    environment.put("CONCLAVE_HOME", host.folder().root().toString());
    for (String path : PATHS) {
      environment.computeIfPresent(
          path, (name, file) -> file.isBlank() ? "" : Path.of(file).toAbsolutePath().toString());
    }
    return environment;
  }

  /**
   * Polls until the process is asked to end (Ctrl-C, TERM), then shuts down in order.
   *
   * @throws IllegalStateException if a worker of this host is already running
   */
  @SuppressWarnings("try") // the lock is only held
  public static void untilStopped(
      HostContext host,
      ConnectionSettings settings,
      BiFunction<HostContext, TemporalConnection, Registrations> registrations,
      Consumer<String> progress)
      throws IOException {
    host.folder().makePrivate().ifPresent(LOG::warn);
    CountDownLatch ended = new CountDownLatch(1);
    StackProcess note = StackProcess.worker(host.folder());
    try (Metrics metrics = new Metrics();
        TemporalConnection connection =
            TemporalConnection.open(settings, host.converter(), metrics.scope());
        PathLock sole = lock(host.folder());
        Operations operations =
            new Operations(host.environment(), metrics, connection, host.id())) {
      note.writeThisProcess(
          settings.address(),
          operations.url(),
          System.getProperty(MARK) == null ? "conclave worker" : BACKGROUND);
      interruptWhenAskedToEnd(ended);
      Optional<CodecServer> codec = codecServer(host, settings);
      try (WorkerProcess worker =
          WorkerProcess.start(
              host,
              connection,
              registrations.apply(host, connection),
              new CallInterceptor(metrics))) {
        operations.started();
        progress.accept(
            "Working as host %s for %s, with %d queues%s; Ctrl-C stops."
                .formatted(
                    host.id().name(),
                    settings.address(),
                    worker.queues().size(),
                    operations.url().map(url -> ", metrics and health at " + url).orElse("")));
        try {
          new CountDownLatch(1).await();
        } catch (InterruptedException e) {
          operations.stopping();
        }
      } finally {
        codec.ifPresent(CodecServer::close);
      }
    } finally {
      note.forget(ProcessHandle.current().pid());
      ended.countDown();
    }
  }

  /**
   * Starts the codec server for the UI of our server. Empty if the worker uses another server or
   * the port is in use: then the UI shows encoded payloads.
   */
  private static Optional<CodecServer> codecServer(HostContext host, ConnectionSettings settings)
      throws IOException {
    Optional<Integer> port = LocalServer.codecPort(host.folder());
    if (port.isEmpty() || LocalServer.runningAt(host.folder(), settings).isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new CodecServer(port.get(), host.codec(), () -> LocalStack.uiOrigins(host.folder())));
    } catch (BindException e) {
      LOG.warn(
          "the Temporal UI cannot show large or encrypted payloads: no codec server at port {} ({})",
          port.get(),
          e.getMessage());
      return Optional.empty();
    }
  }

  /** Delays JVM shutdown until everything has ended in order, at most 15 seconds. */
  private static void interruptWhenAskedToEnd(CountDownLatch ended) {
    Thread us = Thread.currentThread();
    Thread hook =
        new Thread(
            () -> {
              us.interrupt();
              try {
                var unused = ended.await(15, TimeUnit.SECONDS);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    Runtime.getRuntime().addShutdownHook(hook);
  }
}
