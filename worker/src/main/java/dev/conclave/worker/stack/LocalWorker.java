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
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.BindException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The worker of this host, one at a time: a second would double the slots of every agent. A lock
 * holds that it is the only one; its note tells others which process it is.
 *
 * @param main class and arguments of a worker in the background
 */
public record LocalWorker(HostContext host, List<String> main) {
  private static final Logger LOG = LoggerFactory.getLogger(LocalWorker.class);
  private static final Duration READY = Duration.ofSeconds(60);

  /** Twice the worker's own grace. */
  static final Duration STOP = Duration.ofSeconds(20);

  /** A worker that is nobody's terminal's, and may be started anew. */
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
   * Keeps every other worker of this host away, for as long as this process holds the result or
   * lives.
   *
   * @throws IllegalStateException when there is one already
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
                    ": that of a command with its session in memory, or the process that holds %s. Wait for it to end, or give the second worker its own CONCLAVE_HOME."
                        .formatted(lock)));
  }

  /** Asks the worker to end; agent calls that run are left to the next. False when none runs. */
  boolean stop() throws IOException, InterruptedException {
    return StackProcess.worker(host.folder()).stop(STOP);
  }

  /** Finds the worker or starts it; whether one was started. */
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
              .formatted(died.get().process().pid(), LogFile.ending(log(host.folder()))));
    }
    progress.accept(
        "Started a worker (pid %d), its log in %s"
            .formatted(start(connection), log(host.folder())));
    return true;
  }

  private boolean works(ProcessNote note, TemporalConnection connection, Consumer<String> progress)
      throws InterruptedException {
    boolean works =
        note.address().equals(connection.settings().address()) && polls(note.process(), connection);
    if (!works) {
      progress.accept(
          "The worker (pid %d) does not work for the Temporal server at %s: restarting it."
              .formatted(note.process().pid(), connection.settings().address()));
    }
    return works;
  }

  /**
   * Whether a worker is started anew because the configuration was written after it read it; one in
   * a terminal is not. Calls that run go on meanwhile.
   */
  private boolean isOutdated(ProcessNote note, Consumer<String> progress) throws IOException {
    boolean anew = note.program().equals(BACKGROUND);
    String what = anew ? "restarting it." : "`" + Configuration.READ_ANEW + "` reads it again.";
    Optional<String> changed = changed(host, note);
    changed.ifPresent(sentence -> progress.accept(sentence + what));
    return anew && changed.isPresent();
  }

  private static Optional<String> changed(HostContext host, ProcessNote note) throws IOException {
    Path file = Configuration.file(host.environment(), DataFolder.home(host.environment()));
    return Files.isRegularFile(file)
            && Files.getLastModifiedTime(file).toInstant().isAfter(note.since())
        ? Optional.of(file + " has changed since the worker started and read it: ")
        : Optional.empty();
  }

  /** What to do about a worker that works by an older configuration; empty where none does. */
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
                      : "`" + Configuration.READ_ANEW + "` reads it again."));
    } catch (IOException e) {
      return Optional.empty(); // `conclave status` says what is wrong there
    }
  }

  /** Starts a worker with this JVM and class path, and waits until it polls; its pid. */
  private long start(TemporalConnection connection) throws IOException, InterruptedException {
    DataFolder folder = host.folder();
    Path output = folder.logs().resolve("worker.out"); // before it can log, or when its JVM dies
    Optional<ProcessIdentity> process =
        StackProcess.start(
            command(), environment(connection.settings().address()), folder.root(), output);
    if (process.isPresent() && polls(process.get(), connection)) {
      return process.get().pid();
    }
    // One that others started meanwhile, such as systemd, keeps ours away.
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
            .formatted(LogFile.ending(output), LogFile.ending(log(folder))));
  }

  /** Waits for a process to poll; false when it has ended, or does not after {@link #READY}. */
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
   * Whether the server knows a process as a poller of the queue that is polled however busy the
   * worker is; all of its queues are polled from the same moment on.
   */
  private boolean isPoller(ProcessIdentity process, TemporalConnection connection) {
    try {
      return connection
          .pollers(TaskQueues.probe(host.id().id()), TaskQueueType.TASK_QUEUE_TYPE_ACTIVITY)
          .stream()
          .anyMatch(poller -> poller.getIdentity().startsWith(process.pid() + "@"));
    } catch (StatusRuntimeException e) {
      // A key that may not look at queues: the process has to do. Else it is asked again.
      return e.getStatus().getCode() == Status.Code.PERMISSION_DENIED && process.isAlive();
    }
  }

  /** It works in another folder than we, so a relative path would lead elsewhere. */
  private Map<String, String> environment(String address) {
    Map<String, String> environment = new HashMap<>(host.environment());
    environment.put("TEMPORAL_ADDRESS", address);
    environment.put("CONCLAVE_HOME", host.folder().root().toString());
    for (String path : PATHS) {
      environment.computeIfPresent(
          path, (name, file) -> file.isBlank() ? "" : Path.of(file).toAbsolutePath().toString());
    }
    return environment;
  }

  /** An archive of classes that this JVM starts from spares the worker the work as well. */
  private List<String> command() {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-D" + MARK, "-XX:+UseSerialGC"));
    command.addAll(LocalStack.quietJava(Runtime.version().feature()));
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(option -> option.startsWith("-XX:SharedArchiveFile="))
        .forEach(command::add);
    command.add("-cp");
    command.add(
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
            .filter(entry -> !entry.isEmpty())
            .map(entry -> Path.of(entry).toAbsolutePath().toString())
            .collect(Collectors.joining(File.pathSeparator)));
    command.addAll(main);
    return command;
  }

  /**
   * Polls until the process is asked to end (Ctrl-C, TERM), then ends in order.
   *
   * @throws IllegalStateException when a worker of this host runs already
   */
  @SuppressWarnings("try") // a lock is held, not used
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
            "Working as host %s for %s, for %d queues%s; Ctrl-C stops."
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
   * The codec server where the UI of our server looks for it. There is none when the worker works
   * for another server, or when the port is taken: then the UI shows payloads as they are stored.
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

  /** The JVM halts when all has ended in order, or that has taken too long. */
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
