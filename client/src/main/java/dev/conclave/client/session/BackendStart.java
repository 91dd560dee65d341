package dev.conclave.client.session;

import dev.conclave.client.session.Workers.Presence;
import dev.conclave.client.terminal.Surroundings;
import dev.conclave.workflows.api.WorkspaceSpec;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.temporal.ConnectionSettings;
import dev.conclave.workflows.temporal.LocalStackProvider;
import dev.conclave.workflows.temporal.ServerException;
import dev.conclave.workflows.temporal.StackHandle;
import dev.conclave.workflows.temporal.TaskQueues;
import dev.conclave.workflows.temporal.TemporalConnection;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** How a command comes by a server that has a worker: one that is there, or one that it starts. */
public final class BackendStart {
  /** From the start of a worker until the server names it, on a machine that is busy. */
  static final Duration FIRST_POLL = Duration.ofSeconds(10);

  private BackendStart() {}

  /**
   * A server with a worker for a workspace. One by URL goes to the workers of a server elsewhere
   * where it has any: this host does not become one of theirs, with its logins, by the way.
   *
   * @throws ServerException when there is none and none can be started
   */
  public static Backend ready(
      Surroundings around, Configuration configuration, WorkspaceSpec workspace) {
    return workspace.path().isPresent()
        ? ready(around, configuration)
        : ready(around, configuration, elsewhere -> true);
  }

  /**
   * The same for a session that is there: only its server tells what its workspace is.
   *
   * @param byUrl whether the session is known there, and works on a workspace by URL
   */
  public static Backend ready(
      Surroundings around, Configuration configuration, Predicate<Backend> byUrl) {
    return served(around, byUrl).orElseGet(() -> ready(around, configuration));
  }

  private static Optional<Backend> served(Surroundings around, Predicate<Backend> byUrl) {
    ConnectionSettings settings =
        ConnectionSettings.load(around.environment(), around.dataFolder());
    Optional<LocalStackProvider> stack = around.host().stack();
    if (settings.source() != ConnectionSettings.Source.CONFIGURED
        || stack.isEmpty()
        || stack.get().uiUrl(around.dataFolder(), settings).isPresent()) {
      return Optional.empty();
    }
    TemporalConnection connection;
    try {
      connection = around.connect(settings);
    } catch (ServerException e) {
      return Optional.empty(); // who starts one where that is right says the rest
    }
    Backend elsewhere = new Backend(around, connection, Optional.empty());
    List<String> others = elsewhere.workers().general(around.knownHost(), around.clock().instant());
    boolean serves = false;
    try {
      serves = !others.isEmpty() && byUrl.test(elsewhere);
    } finally {
      if (!serves) {
        elsewhere.close();
      }
    }
    if (serves) {
      sayServed(around, others, settings);
    }
    return serves ? Optional.of(elsewhere) : Optional.empty();
  }

  private static void sayServed(
      Surroundings around, List<String> others, ConnectionSettings settings) {
    around
        .output()
        .say(
            "%s at %s %s workspaces by URL: no worker is started here."
                .formatted(
                    String.join(", ", others),
                    settings.address(),
                    others.size() == 1 ? "takes" : "take"));
  }

  /**
   * A server with a worker, found or, when this host can, started.
   *
   * @throws ServerException when there is none and none can be started
   */
  public static Backend ready(Surroundings around, Configuration configuration) {
    Optional<StackHandle> stack =
        around
            .host()
            .stack()
            .map(
                provider ->
                    provider.ensureRunning(
                        around.environment(),
                        around.dataFolder(),
                        configuration,
                        around.output()::say));
    try {
      TemporalConnection connection =
          stack.map(handle -> around.connect(handle.settings())).orElseGet(around::connect);
      checkWorker(connection, stack.isPresent() ? FIRST_POLL : Duration.ZERO);
      return new Backend(around, connection, stack);
    } catch (ServerException e) {
      stack.ifPresent(StackHandle::close);
      throw e;
    }
  }

  private static void checkWorker(TemporalConnection connection, Duration patience) {
    Workers workers = new Workers(connection);
    if (Workers.awaited(workers::ofWorkflows, patience) == Presence.ABSENT) {
      connection.close();
      throw new ServerException(
          "No worker polls queue %s at %s (namespace %s): start one with `conclave worker` on the host that has the code, then try again."
              .formatted(
                  TaskQueues.WORKFLOWS, connection.settings().address(), connection.namespace()));
    }
  }
}
