package dev.conclave.worker.stack;

import dev.conclave.worker.Surroundings;
import dev.conclave.workflows.host.ConnectionSettings;
import dev.conclave.workflows.host.HostId;
import dev.conclave.workflows.host.ServerException;
import dev.conclave.workflows.host.TemporalConnection;
import io.grpc.StatusRuntimeException;
import io.temporal.api.workflowservice.v1.GetSystemInfoRequest;
import io.temporal.common.SearchAttributeKey;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * What runs now.
 *
 * @param address of the server
 * @param namespace in which sessions are
 * @param server whether it answers, and if not why
 * @param worker of this host; absent when none runs
 * @param host id and name
 */
public record StackStatus(
    String address,
    String namespace,
    Server server,
    Optional<Process> worker,
    HostId host,
    String dataFolder) {

  /** Both are there. */
  public boolean isUp() {
    return server.up() && worker.isPresent();
  }

  /**
   * The server.
   *
   * @param problem why it cannot be used
   * @param version as it reports
   * @param process when it is ours
   * @param ui its pages for people
   * @param retentionDays how long closed sessions stay
   * @param missingSearchAttributes not registered
   */
  public record Server(
      boolean up,
      Optional<String> problem,
      Optional<String> version,
      Optional<Process> process,
      Optional<String> ui,
      Optional<Long> retentionDays,
      List<String> missingSearchAttributes) {}

  /** A process of ours. */
  public record Process(long pid, String since, String log) {}

  /** Looks. */
  public static StackStatus now(Surroundings around) throws IOException {
    ConnectionSettings settings = around.settings();
    LocalWorker worker = new LocalWorker(around.folder());
    return new StackStatus(
        settings.address(),
        settings.namespace(),
        server(around, settings),
        worker
            .running()
            .filter(note -> note.address().equals(settings.address()))
            .map(note -> process(note, worker.log().toString())),
        around.host(),
        around.folder().root().toString());
  }

  private static Server server(Surroundings around, ConnectionSettings settings)
      throws IOException {
    LocalServer local = new LocalServer(around.folder());
    Optional<StateFile.Note> ours = local.runningAt(settings.address());
    Optional<Process> process = ours.map(note -> process(note, local.log().toString()));
    Optional<String> ui = ours.flatMap(StateFile.Note::ui);
    try (TemporalConnection connection = TemporalConnection.open(settings, around.converter())) {
      return new Server(
          true,
          Optional.empty(),
          Optional.of(version(connection)),
          process,
          ui,
          retentionDays(connection),
          missing(connection));
    } catch (ServerException e) {
      return new Server(
          false,
          Optional.ofNullable(e.getMessage()),
          Optional.empty(),
          process,
          ui,
          Optional.empty(),
          List.of());
    }
  }

  private static Process process(StateFile.Note note, String log) {
    return new Process(note.process().pid(), note.since().toString(), log);
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
