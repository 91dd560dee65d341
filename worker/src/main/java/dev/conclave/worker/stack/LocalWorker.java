package dev.conclave.worker.stack;

import dev.conclave.activities.agent.process.ProcessIdentity;
import dev.conclave.activities.workspace.PathLock;
import dev.conclave.worker.HostContext;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.config.ConfigurationException;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.temporal.LocalCommands;
import dev.conclave.workflows.temporal.ServerException;
import dev.conclave.workflows.temporal.TaskQueues;
import dev.conclave.workflows.temporal.TemporalConnection;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.temporal.api.enums.v1.TaskQueueType;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The worker of this host, one at a time: a second would double the slots of every agent. A lock
 * holds that it is the only one; its note tells others which process it is.
 *
 * @param main class and arguments of a worker in the background
 */
record LocalWorker(HostContext host, List<String> main) {
  private static final Duration READY = Duration.ofSeconds(60);

  /** For one that has missed its server for long, and looks for it only now and then. */
  private static final Duration RECONNECT = Duration.ofSeconds(20);

  /** Twice the worker's own grace. */
  private static final Duration STOP = Duration.ofSeconds(20);

  /** A worker that is nobody's terminal's, and may be started anew. */
  private static final String BACKGROUND = "conclave worker in the background";

  private static final String MARK = "conclave.worker.background";

  private static final DateTimeFormatter CLOCK =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT)
          .withZone(ZoneId.systemDefault());

  /**
   * A worker mostly waits. The optimizing compiler takes more of the processor than the first
   * sessions do, so it is kept for what ten times as much as usual speaks for; loops that run long
   * have it as soon as ever.
   */
  private static final List<String> COMPILER =
      List.of(
          "-XX:+IgnoreUnrecognizedVMOptions",
          "-XX:Tier4InvocationThreshold=50000",
          "-XX:Tier4MinInvocationThreshold=6000",
          "-XX:Tier4CompileThreshold=150000");

  /** Variables that name a file. */
  private static final List<String> PATHS =
      List.of(
          "CONCLAVE_CONFIG",
          "TEMPORAL_CONFIG_FILE",
          "TEMPORAL_TLS_CLIENT_CERT_PATH",
          "TEMPORAL_TLS_CLIENT_KEY_PATH",
          "TEMPORAL_TLS_SERVER_CA_CERT_PATH");

  /** The log of a background worker. */
  static Path log(DataFolder folder) {
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
        "A worker of this host runs already"
            + StackProcess.worker(folder)
                .running()
                .map(
                    note ->
                        " (pid %d, for %s): `conclave down` ends it."
                            .formatted(note.process().pid(), note.address()))
                .orElse(
                    ": that of a `conclave plan` with its session in memory, or one whose note is gone. Let that command end, or end the process that holds %s (`fuser` names it); a second worker needs a CONCLAVE_HOME of its own."
                        .formatted(lock)));
  }

  /** What a worker calls itself in its note; {@link #BACKGROUND} when it was started here. */
  static String program() {
    return System.getProperty(MARK) == null ? "conclave worker" : BACKGROUND;
  }

  /** Asks the worker to end; agent calls that run are left to the next. False when none runs. */
  boolean stop() throws IOException, InterruptedException {
    return StackProcess.worker(host.folder()).stop(STOP).isPresent();
  }

  /** Finds the worker or starts it; whether one was started. */
  boolean get(TemporalConnection connection, Consumer<String> progress)
      throws IOException, InterruptedException {
    StackProcess process = StackProcess.worker(host.folder());
    Path log = log(host.folder());
    Optional<StackProcess.Note> running = process.running();
    Optional<StackProcess.Note> died = process.died();
    if (running.isPresent()) {
      if (works(running.get(), connection, progress) && !isOutdated(running.get(), progress)) {
        return false;
      }
      stop();
    } else if (died.isPresent()) {
      progress.accept(
          "The worker (pid %d) ended without being asked; %s"
              .formatted(died.get().process().pid(), LogFile.ending(log)));
    }
    long pid = start(connection);
    progress.accept("Started a worker (pid " + pid + "), its log in " + log);
    return true;
  }

  private boolean works(
      StackProcess.Note note, TemporalConnection connection, Consumer<String> progress)
      throws InterruptedException {
    if (!note.address().equals(connection.settings().address())) {
      progress.accept("The worker works for " + note.address() + ": starting it anew.");
      return false;
    }
    if (polls(note.process(), connection)) {
      return true;
    }
    progress.accept(
        "Waiting for the worker (pid %d) to find the server …".formatted(note.process().pid()));
    Duration starting = READY.minus(Duration.between(note.since(), Instant.now()));
    if (polls(
        note.process(), connection, starting.compareTo(RECONNECT) > 0 ? starting : RECONNECT)) {
      return true;
    }
    progress.accept("It does not: starting it anew.");
    return false;
  }

  /**
   * Whether a worker is started anew since it has not read the configuration that is written now:
   * one in the background, when that configuration can be read. Calls that run go on meanwhile.
   */
  private boolean isOutdated(StackProcess.Note note, Consumer<String> progress) throws IOException {
    Optional<String> changed = newConfiguration(host, note);
    if (changed.isEmpty()) {
      return false;
    }
    boolean anew = note.program().equals(BACKGROUND) && isReadable();
    progress.accept(
        anew
            ? changed.get() + ": starting it anew."
            : "! " + changed.get() + ": `" + LocalCommands.READ_ANEW + "`.");
    return anew;
  }

  private boolean isReadable() {
    try {
      Configuration.load(host.environment(), DataFolder.home(host.environment()));
      return true;
    } catch (ConfigurationException e) {
      return false; // whoever needs it says what is wrong
    }
  }

  /** A sentence when the configuration was written after a worker has read it. */
  static Optional<String> newConfiguration(HostContext host, StackProcess.Note note)
      throws IOException {
    Path file = Configuration.file(host.environment(), DataFolder.home(host.environment()));
    boolean changed =
        Files.isRegularFile(file)
            && Files.getLastModifiedTime(file).toInstant().isAfter(note.since());
    return changed
        ? Optional.of(
            "%s has changed since the worker started at %s, which goes by what it read then"
                .formatted(file, CLOCK.format(note.since().truncatedTo(ChronoUnit.SECONDS))))
        : Optional.empty();
  }

  /** Starts a worker with this JVM and class path, and waits until it polls; its pid. */
  private long start(TemporalConnection connection) throws IOException, InterruptedException {
    DataFolder folder = host.folder();
    Path output = folder.logs().resolve("worker.out"); // before it can log, or when its JVM dies
    Optional<ProcessIdentity> process =
        StackProcess.start(
            command(), environment(connection.settings().address()), folder.root(), output);
    if (process.isPresent() && polls(process.get(), connection, READY)) {
      return process.get().pid();
    }
    if (process.isPresent()) {
      StackProcess.end(process.get(), STOP);
      StackProcess.worker(folder).forget(process.get().pid());
    }
    // One that was starting already may have been faster to its host's lock.
    Optional<ProcessIdentity> other =
        StackProcess.worker(folder).running().map(StackProcess.Note::process);
    if (other.isPresent() && polls(other.get(), connection, READY)) {
      return other.get().pid();
    }
    throw new ServerException(
        "The worker did not come up; %s; %s"
            .formatted(LogFile.ending(output), LogFile.ending(log(folder))));
  }

  /** Waits for a process to poll; false when it has not within so long. */
  private boolean polls(ProcessIdentity process, TemporalConnection connection, Duration patience)
      throws InterruptedException {
    long end = System.nanoTime() + patience.toNanos();
    while (!polls(process, connection)) {
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
  private boolean polls(ProcessIdentity process, TemporalConnection connection) {
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
    PATHS.forEach(
        path ->
            environment.computeIfPresent(
                path,
                (name, file) -> file.isBlank() ? file : Path.of(file).toAbsolutePath().toString()));
    return environment;
  }

  private List<String> command() {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-D" + MARK);
    command.add("-XX:+UseSerialGC");
    command.addAll(COMPILER);
    command.addAll(LocalStack.quietJava(Runtime.version().feature()));
    // Where this JVM has its classes from an archive that spares the work of loading them: the
    // same.
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
}
