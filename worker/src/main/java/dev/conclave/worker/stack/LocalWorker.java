package dev.conclave.worker.stack;

import dev.conclave.activities.agent.process.ProcessIdentity;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.host.HostId;
import dev.conclave.workflows.host.ServerException;
import dev.conclave.workflows.host.TaskQueues;
import dev.conclave.workflows.host.TemporalConnection;
import io.temporal.api.enums.v1.TaskQueueType;
import io.temporal.api.taskqueue.v1.TaskQueue;
import io.temporal.api.workflowservice.v1.DescribeTaskQueueRequest;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The worker of this host, one at a time: as a background process, or noted by one that is us. */
public final class LocalWorker {
  private static final Duration READY = Duration.ofSeconds(60);

  /** Twice the worker's own grace. */
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  /** Variables that name a file. */
  private static final List<String> PATHS =
      List.of(
          "CONCLAVE_CONFIG",
          "TEMPORAL_CONFIG_FILE",
          "TEMPORAL_TLS_CLIENT_CERT_PATH",
          "TEMPORAL_TLS_CLIENT_KEY_PATH",
          "TEMPORAL_TLS_SERVER_CA_CERT_PATH");

  private final DataFolder folder;
  private final StateFile state;

  /** The worker under a data folder. */
  public LocalWorker(DataFolder folder) {
    this.folder = folder;
    this.state = new StateFile(folder.server().resolve("worker.json"));
  }

  /** The worker that runs, in the background or in a terminal. */
  Optional<StateFile.Note> running() throws IOException {
    return state.alive();
  }

  /** The log of a background worker. */
  public Path log() {
    return folder.logs().resolve("worker.log");
  }

  /** What a background worker printed before it could log, or when its JVM died. */
  Path output() {
    return folder.logs().resolve("worker.out");
  }

  /** Notes that this process is the worker. */
  public void noteThisProcess(String address) throws IOException {
    ProcessIdentity self =
        ProcessIdentity.of(ProcessHandle.current().pid())
            .orElseThrow(() -> new IOException("this process cannot be identified"));
    state.write(
        new StateFile.Note(self, address, Optional.empty(), "conclave worker", Instant.now()));
  }

  /** Forgets this process, which ends. */
  public void forgetThisProcess() throws IOException {
    Optional<StateFile.Note> note = state.read();
    if (note.isPresent() && note.get().process().pid() == ProcessHandle.current().pid()) {
      state.delete();
    }
  }

  /**
   * Starts a worker in the background with this JVM and class path, and waits until it polls.
   *
   * @param main class and its arguments
   * @param given environment, of which only the places are made absolute
   * @throws ServerException when it does not come up; the message names the log
   */
  void start(
      List<String> main,
      TemporalConnection connection,
      Map<String, String> given,
      Consumer<String> progress)
      throws IOException, InterruptedException {
    String address = connection.settings().address();
    ProcessIdentity process =
        Detached.start(command(main), environment(given, address), folder.root(), output());
    state.write(
        new StateFile.Note(
            process, address, Optional.empty(), String.join(" ", main), Instant.now()));
    long end = System.nanoTime() + READY.toNanos();
    while (!polls(process, connection)) {
      if (!process.isAlive() || System.nanoTime() > end) {
        stop();
        throw new ServerException(
            "The worker did not come up; %s ends with: %s, %s with: %s"
                .formatted(output(), LogTail.last(output()), log(), LogTail.last(log())));
      }
      Thread.sleep(200);
    }
    progress.accept("Started a worker (pid " + process.pid() + "), its log in " + log());
  }

  /** Asks the worker to end; agent calls that run are left to the next. False when none runs. */
  boolean stop() throws IOException, InterruptedException {
    Optional<StateFile.Note> running = running();
    if (running.isPresent()) {
      Detached.stop(running.get().process(), PATIENCE);
    }
    state.delete();
    return running.isPresent();
  }

  /** It works in another folder than we, so a relative path would lead elsewhere. */
  private Map<String, String> environment(Map<String, String> given, String address) {
    Map<String, String> environment = new HashMap<>(given);
    environment.put("TEMPORAL_ADDRESS", address);
    environment.put("CONCLAVE_HOME", folder.root().toString());
    PATHS.forEach(
        path ->
            environment.computeIfPresent(
                path,
                (name, file) -> file.isBlank() ? file : Path.of(file).toAbsolutePath().toString()));
    return environment;
  }

  /** All of a worker's queues are polled from the same moment on. */
  private boolean polls(ProcessIdentity process, TemporalConnection connection) {
    String queue = TaskQueues.host(HostId.of(folder, Map.of()).id());
    return connection
        .service()
        .blockingStub()
        .describeTaskQueue(
            DescribeTaskQueueRequest.newBuilder()
                .setNamespace(connection.namespace())
                .setTaskQueue(TaskQueue.newBuilder().setName(queue))
                .setTaskQueueType(TaskQueueType.TASK_QUEUE_TYPE_ACTIVITY)
                .build())
        .getPollersList()
        .stream()
        .anyMatch(poller -> poller.getIdentity().startsWith(process.pid() + "@"));
  }

  private static List<String> command(List<String> main) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-cp", absoluteClassPath()));
    command.addAll(main);
    return command;
  }

  /** The background process works in another folder than we. */
  private static String absoluteClassPath() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .filter(entry -> !entry.isEmpty())
        .map(entry -> Path.of(entry).toAbsolutePath().toString())
        .collect(Collectors.joining(File.pathSeparator));
  }
}
