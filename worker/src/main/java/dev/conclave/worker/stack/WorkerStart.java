package dev.conclave.worker.stack;

import dev.conclave.activities.agent.process.ProcessIdentity;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.host.HostId;
import dev.conclave.workflows.host.ServerException;
import dev.conclave.workflows.host.TaskQueues;
import dev.conclave.workflows.host.TemporalConnection;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
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
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One start of a worker in the background, with this JVM and class path.
 *
 * @param main class and its arguments
 * @param given environment, of which only the places are made absolute
 */
record WorkerStart(
    LocalWorker worker, DataFolder folder, List<String> main, Map<String, String> given) {
  private static final Duration READY = Duration.ofSeconds(60);

  /** Variables that name a file. */
  private static final List<String> PATHS =
      List.of(
          "CONCLAVE_CONFIG",
          "TEMPORAL_CONFIG_FILE",
          "TEMPORAL_TLS_CLIENT_CERT_PATH",
          "TEMPORAL_TLS_CLIENT_KEY_PATH",
          "TEMPORAL_TLS_SERVER_CA_CERT_PATH");

  /**
   * Starts a worker and waits until it polls.
   *
   * @return its pid
   * @throws ServerException when it does not come up; the message names the log
   */
  long run(TemporalConnection connection) throws IOException, InterruptedException {
    String address = connection.settings().address();
    ProcessIdentity process =
        Detached.start(command(), environment(address), folder.root(), worker.output());
    worker.note(
        new StateFile.Note(
            process, address, Optional.empty(), String.join(" ", main), Instant.now()));
    long end = System.nanoTime() + READY.toNanos();
    while (!polls(process, connection)) {
      if (!process.isAlive() || System.nanoTime() > end) {
        worker.stop();
        throw new ServerException(
            "The worker did not come up; %s ends with: %s, %s with: %s"
                .formatted(
                    worker.output(),
                    LogTail.last(worker.output()),
                    worker.log(),
                    LogTail.last(worker.log())));
      }
      Thread.sleep(200);
    }
    return process.pid();
  }

  /** It works in another folder than we, so a relative path would lead elsewhere. */
  private Map<String, String> environment(String address) {
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
    String queue = TaskQueues.host(HostId.of(folder, given).id());
    try {
      return connection
          .service()
          .blockingStub()
          .withDeadlineAfter(TemporalConnection.PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
          .describeTaskQueue(
              DescribeTaskQueueRequest.newBuilder()
                  .setNamespace(connection.namespace())
                  .setTaskQueue(TaskQueue.newBuilder().setName(queue))
                  .setTaskQueueType(TaskQueueType.TASK_QUEUE_TYPE_ACTIVITY)
                  .build())
          .getPollersList()
          .stream()
          .anyMatch(poller -> poller.getIdentity().startsWith(process.pid() + "@"));
    } catch (StatusRuntimeException e) {
      // A key that may not look at queues: the process has to do. Else it is asked again.
      return e.getStatus().getCode() == Status.Code.PERMISSION_DENIED && process.isAlive();
    }
  }

  private List<String> command() {
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
