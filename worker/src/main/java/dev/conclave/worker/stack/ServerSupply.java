package dev.conclave.worker.stack;

import dev.conclave.worker.Surroundings;
import dev.conclave.workflows.temporal.ConnectionSettings;
import dev.conclave.workflows.temporal.ServerException;
import dev.conclave.workflows.temporal.TemporalConnection;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The server of a stack: the one that answers, else one of ours.
 *
 * @param programs where the server's program comes from
 */
public record ServerSupply(Surroundings around, ServerPrograms programs, LocalServer server) {
  /** For a server of ours whose process lives: a machine under load answers late. */
  private static final Duration LATE = Duration.ofSeconds(15);

  /**
   * Finds the server or starts it, and sees to what its namespace needs.
   *
   * @return empty when there is none and no program to start one
   * @throws ServerException when it cannot be used or started; the message names the fix
   */
  public Optional<TemporalConnection> get(Consumer<String> progress)
      throws IOException, InterruptedException {
    ConnectionSettings settings = around.settings();
    Optional<TemporalConnection> connection = find(settings, progress);
    if (connection.isEmpty()) {
      refuseSecond(settings);
      tellFate(progress);
      DiskSpace.require(around.folder(), progress);
      Optional<Path> program = programs.find(progress);
      if (program.isPresent()) {
        server.end(); // one that runs and does not answer holds the database
        connection =
            Optional.of(new ServerStart(server, program.get(), settings, around, progress).run());
      }
    }
    if (connection.isPresent()) {
      prepare(connection.get(), progress);
    }
    return connection;
  }

  /** A server elsewhere is never replaced by one of ours: its sessions are not here. */
  private Optional<TemporalConnection> find(ConnectionSettings settings, Consumer<String> progress)
      throws IOException {
    try {
      return Optional.of(TemporalConnection.open(settings, around.converter()));
    } catch (ServerException.Unreachable e) {
      if (!settings.isLoopback()) {
        throw e;
      }
      return e.late() ? late(settings, progress) : Optional.empty();
    }
  }

  private Optional<TemporalConnection> late(ConnectionSettings settings, Consumer<String> progress)
      throws IOException {
    Optional<StateFile.Note> ours = server.runningAt(settings.address());
    if (ours.isEmpty()) {
      return Optional.empty();
    }
    progress.accept(
        "The Temporal server (pid %d) runs but did not answer within %d s: waiting %d s more …"
            .formatted(
                ours.get().process().pid(),
                TemporalConnection.PATIENCE.toSeconds(),
                LATE.toSeconds()));
    try {
      return Optional.of(TemporalConnection.open(settings, around.converter(), LATE));
    } catch (ServerException.Unreachable e) {
      return Optional.empty();
    }
  }

  /** Who names another address by hand does not mean that the server that runs is to be ended. */
  private void refuseSecond(ConnectionSettings settings) throws IOException {
    Optional<StateFile.Note> running = server.running();
    if (settings.source() == ConnectionSettings.Source.CONFIGURED
        && running.isPresent()
        && server.runningAt(settings.address()).isEmpty()) {
      throw new ServerException(
          ("Nothing answers at %s, which TEMPORAL_ADDRESS or a profile names. The local server runs at %s: unset"
                  + " TEMPORAL_ADDRESS, or `conclave down` first to have it start there.")
              .formatted(settings.address(), running.get().address()));
    }
  }

  private void tellFate(Consumer<String> progress) throws IOException {
    Fate fate = server.fate();
    if (fate instanceof Fate.Alive alive) {
      progress.accept(
          "The Temporal server (pid %d) runs and does not answer: starting it anew."
              .formatted(alive.note().process().pid()));
    } else if (fate instanceof Fate.Died died) {
      progress.accept(
          "The Temporal server (pid %d) ended without being asked; its log, %s, ends with: %s"
              .formatted(died.note().process().pid(), server.log(), LogTail.last(server.log())));
    } else if (fate instanceof Fate.Rebooted) {
      progress.accept("The machine was started anew since the Temporal server last ran.");
    }
  }

  private void prepare(TemporalConnection connection, Consumer<String> progress)
      throws IOException {
    NamespaceSetup setup = new NamespaceSetup(connection);
    try {
      setup.registerMissing();
      if (server.runningAt(connection.settings().address()).isPresent()) {
        setup.lengthenRetention();
      }
    } catch (StatusRuntimeException e) {
      progress.accept(
          "The search attributes could not be registered (%s): sessions run, but cannot be listed by phase. An operator can run `conclave doctor --fix`."
              .formatted(e.getStatus().getCode()));
    }
  }
}
