package dev.conclave.worker.stack;

import dev.conclave.worker.HostContext;
import dev.conclave.worker.stack.StackProcess.ProcessNote;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.temporal.ConnectionSettings;
import dev.conclave.workflows.temporal.HostId;
import dev.conclave.workflows.temporal.ServerException;
import dev.conclave.workflows.temporal.TaskQueues;
import dev.conclave.workflows.temporal.TemporalConnection;
import dev.conclave.workflows.text.ProductVersion;
import io.grpc.StatusRuntimeException;
import io.temporal.api.enums.v1.TaskQueueType;
import io.temporal.api.taskqueue.v1.PollerInfo;
import io.temporal.api.workflowservice.v1.GetSystemInfoRequest;
import io.temporal.common.SearchAttributeKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The current status, as specified by {@code docs/schemas/commands/status.schema.json}.
 *
 * @param worker of this host; absent if not running
 * @param workers of all hosts that polled for workflows in the last five minutes
 * @param host id and name; absent before the first start, or if the data folder cannot store them
 * @param free bytes on the disk of the data folder; absent if they cannot be measured
 */
public record StackStatus(
    String version,
    String address,
    String namespace,
    Server server,
    Optional<Worker> worker,
    List<String> workers,
    Optional<HostId> host,
    String dataFolder,
    Optional<Long> free) {

  public boolean isUp() {
    return server.up() && worker.isPresent();
  }

  /**
   * The server.
   *
   * @param process if it is ours
   * @param codec address of the codec server for the UI and the {@code temporal} command
   * @param retentionDays retention of closed sessions
   */
  public record Server(
      boolean up,
      Optional<String> problem,
      Optional<String> version,
      Optional<Process> process,
      Optional<String> ui,
      Optional<String> codec,
      Optional<Long> retentionDays,
      List<String> missingSearchAttributes) {}

  /**
   * This host's worker.
   *
   * @param metrics URL of metrics and health
   */
  public record Worker(Process process, Optional<String> metrics) {}

  public record Process(long pid, String since, long uptimeSeconds, String log) {
    static Process of(ProcessNote note, String log) {
      Duration up = Duration.between(note.since(), Instant.now());
      return new Process(
          note.process().pid(), note.since().toString(), Math.max(0, up.toSeconds()), log);
    }
  }

  public static StackStatus now(HostContext host) throws IOException {
    ConnectionSettings settings = host.settings();
    try (TemporalConnection connection = TemporalConnection.open(settings, host.converter())) {
      return now(host, settings, Optional.of(connection), Optional.empty());
    } catch (ServerException e) {
      return now(host, settings, Optional.empty(), Optional.ofNullable(e.getMessage()));
    }
  }

  private static StackStatus now(
      HostContext host,
      ConnectionSettings settings,
      Optional<TemporalConnection> connection,
      Optional<String> problem)
      throws IOException {
    DataFolder folder = host.folder();
    Optional<ProcessNote> ours = LocalServer.runningAt(folder, settings);
    Server server =
        new Server(
            connection.isPresent(),
            problem,
            connection.map(StackStatus::version),
            ours.map(note -> Process.of(note, LocalServer.log(folder).toString())),
            ours.flatMap(ProcessNote::page),
            ours.isPresent()
                ? LocalServer.codecPort(folder).map(port -> "http://127.0.0.1:" + port)
                : Optional.empty(),
            connection.flatMap(to -> told(() -> new NamespaceSetup(to).retention().toDays())),
            connection.flatMap(to -> told(() -> missing(to))).orElse(List.of()));
    Optional<Worker> worker =
        StackProcess.worker(folder)
            .running()
            .filter(note -> note.address().equals(settings.address()))
            .map(
                note ->
                    new Worker(Process.of(note, LocalWorker.log(folder).toString()), note.page()));
    return new StackStatus(
        ProductVersion.get(),
        settings.address(),
        settings.namespace(),
        server,
        worker,
        connection.flatMap(to -> told(() -> pollers(to))).orElse(List.of()),
        id(host),
        folder.root().toString(),
        free(folder));
  }

  /** Returns the host id without creating one. */
  private static Optional<HostId> id(HostContext host) {
    try {
      return Files.exists(host.folder().hostIdFile()) ? Optional.of(host.id()) : Optional.empty();
    } catch (UncheckedIOException | IllegalStateException e) {
      return Optional.empty(); // `conclave doctor` shows why
    }
  }

  private static Optional<Long> free(DataFolder folder) {
    try {
      return Optional.of(folder.free());
    } catch (IOException e) {
      return Optional.empty(); // the rest of the status is still useful
    }
  }

  /** Returns empty if the server does not support the request or refuses it for this API key. */
  private static <T> Optional<T> told(Supplier<T> asked) {
    try {
      return Optional.of(asked.get());
    } catch (StatusRuntimeException e) {
      return Optional.empty();
    }
  }

  private static List<String> pollers(TemporalConnection connection) {
    return connection.pollers(TaskQueues.WORKFLOWS, TaskQueueType.TASK_QUEUE_TYPE_WORKFLOW).stream()
        .map(PollerInfo::getIdentity)
        .sorted()
        .distinct()
        .toList();
  }

  private static String version(TemporalConnection connection) {
    var request = GetSystemInfoRequest.getDefaultInstance();
    return connection.service().blockingStub().getSystemInfo(request).getServerVersion();
  }

  private static List<String> missing(TemporalConnection connection) {
    return connection.missingSearchAttributes().stream().map(SearchAttributeKey::getName).toList();
  }
}
