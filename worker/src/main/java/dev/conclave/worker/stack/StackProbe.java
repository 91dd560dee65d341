package dev.conclave.worker.stack;

import dev.conclave.worker.Surroundings;
import dev.conclave.worker.stack.StackStatus.Process;
import dev.conclave.worker.stack.StackStatus.Server;
import dev.conclave.workflows.temporal.ConnectionSettings;
import dev.conclave.workflows.temporal.HostId;
import dev.conclave.workflows.temporal.ProductVersion;
import dev.conclave.workflows.temporal.ServerException;
import dev.conclave.workflows.temporal.TaskQueues;
import dev.conclave.workflows.temporal.TemporalConnection;
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

/** Looks at what runs; starts and changes nothing. */
record StackProbe(Surroundings around) {

  StackStatus look() throws IOException {
    ConnectionSettings settings = around.settings();
    try (TemporalConnection connection = TemporalConnection.open(settings, around.converter())) {
      return with(settings, up(settings, connection), Optional.of(connection));
    } catch (ServerException e) {
      return with(settings, down(settings, e), Optional.empty());
    }
  }

  private StackStatus with(
      ConnectionSettings settings, Server server, Optional<TemporalConnection> connection)
      throws IOException {
    return new StackStatus(
        ProductVersion.get(),
        settings.address(),
        settings.namespace(),
        server,
        worker(settings),
        ForegroundStack.running(around.folder())
            .map(note -> new StackStatus.Foreground(process(note, ""))),
        connection.map(StackProbe::pollers).orElse(List.of()),
        connection.flatMap(WaitingSessions::on),
        host(),
        around.folder().root().toString(),
        disk());
  }

  private Optional<StackStatus.Worker> worker(ConnectionSettings settings) throws IOException {
    LocalWorker worker = new LocalWorker(around.folder());
    Optional<StateFile.Note> running =
        worker.running().filter(note -> note.address().equals(settings.address()));
    return running.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new StackStatus.Worker(
                process(running.get(), worker.log().toString()),
                WorkerSupply.newConfiguration(around, running.get())));
  }

  private Server up(ConnectionSettings settings, TemporalConnection connection) throws IOException {
    return new Server(
        true,
        Optional.empty(),
        Optional.of(version(connection)),
        process(settings),
        ui(settings),
        codec(settings),
        retentionDays(connection),
        missing(connection));
  }

  /** Of a server of ours that died, it is said that it did. */
  private Server down(ConnectionSettings settings, ServerException e) throws IOException {
    LocalServer local = new LocalServer(around.folder());
    String why = String.valueOf(e.getMessage());
    if (local.fate() instanceof Fate.Died died
        && died.note().address().equals(settings.address())) {
      why =
          "It ended without being asked (pid %d; log %s): `conclave up` starts it again."
              .formatted(died.note().process().pid(), local.log());
    }
    return new Server(
        false,
        Optional.of(why),
        Optional.empty(),
        process(settings),
        ui(settings),
        codec(settings),
        Optional.empty(),
        List.of());
  }

  private Optional<Process> process(ConnectionSettings settings) throws IOException {
    LocalServer local = new LocalServer(around.folder());
    return local.runningAt(settings.address()).map(note -> process(note, local.log().toString()));
  }

  private Optional<String> ui(ConnectionSettings settings) {
    return LocalStack.uiUrl(around.folder(), settings);
  }

  private Optional<String> codec(ConnectionSettings settings) throws IOException {
    LocalServer local = new LocalServer(around.folder());
    return local.runningAt(settings.address()).isEmpty() ? Optional.empty() : local.codecUrl();
  }

  /** A host that never worked has no id yet, and looking gives it none. */
  private Optional<HostId> host() {
    if (!Files.exists(around.folder().hostIdFile())) {
      return Optional.empty();
    }
    try {
      return Optional.of(around.host());
    } catch (UncheckedIOException | IllegalStateException e) {
      return Optional.empty(); // the doctor says why
    }
  }

  private Optional<DiskSpace> disk() {
    try {
      return Optional.of(DiskSpace.of(around.folder()));
    } catch (IOException e) {
      return Optional.empty(); // the rest is worth telling without it
    }
  }

  private static Process process(StateFile.Note note, String log) {
    return new Process(
        note.process().pid(),
        note.since().toString(),
        Math.max(0, Duration.between(note.since(), Instant.now()).toSeconds()),
        log);
  }

  private static List<String> pollers(TemporalConnection connection) {
    try {
      return connection
          .pollers(TaskQueues.WORKFLOWS, TaskQueueType.TASK_QUEUE_TYPE_WORKFLOW)
          .stream()
          .map(PollerInfo::getIdentity)
          .sorted()
          .distinct()
          .toList();
    } catch (StatusRuntimeException e) {
      return List.of(); // the server does not tell
    }
  }

  private static String version(TemporalConnection connection) {
    return connection
        .service()
        .blockingStub()
        .getSystemInfo(GetSystemInfoRequest.getDefaultInstance())
        .getServerVersion();
  }

  private static Optional<Long> retentionDays(TemporalConnection connection) {
    try {
      return Optional.of(new NamespaceSetup(connection).retention().toDays());
    } catch (StatusRuntimeException e) {
      return Optional.empty(); // a key may not describe namespaces
    }
  }

  private static List<String> missing(TemporalConnection connection) {
    try {
      return new NamespaceSetup(connection)
          .missing().stream().map(SearchAttributeKey::getName).toList();
    } catch (StatusRuntimeException e) {
      return List.of(); // the server does not tell
    }
  }
}
