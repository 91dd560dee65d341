package dev.conclave.client.command;

import static java.util.stream.Collectors.joining;

import dev.conclave.client.session.Session;
import dev.conclave.client.session.SessionLine;
import dev.conclave.client.session.Sessions;
import dev.conclave.client.session.Sessions.Listing;
import dev.conclave.client.session.UsageException;
import dev.conclave.client.session.UsageException.UnknownSession;
import dev.conclave.client.session.Workers;
import dev.conclave.client.session.Workers.Presence;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.execute.ExecuteState;
import dev.conclave.workflows.host.HostServices;
import dev.conclave.workflows.host.HostServices.StackHandle;
import dev.conclave.workflows.model.WorkspaceSpec;
import dev.conclave.workflows.session.KindSpec;
import dev.conclave.workflows.temporal.ConnectionSettings;
import dev.conclave.workflows.temporal.SearchAttributes;
import dev.conclave.workflows.temporal.ServerException;
import dev.conclave.workflows.temporal.TaskQueues;
import dev.conclave.workflows.temporal.TemporalConnection;
import dev.conclave.workflows.temporal.UiPages;
import io.grpc.StatusRuntimeException;
import io.temporal.common.SearchAttributeKey;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** The server that a command uses: an existing one, or one that the command starts. */
final class Backend implements AutoCloseable {
  /** From a worker's start until the server lists its pollers, on a busy machine. */
  private static final Duration FIRST_POLL = Duration.ofSeconds(10);

  private final CommandContext context;
  private final TemporalConnection connection;
  private final Optional<StackHandle> stack;

  private Backend(
      CommandContext context, TemporalConnection connection, Optional<StackHandle> stack) {
    this.context = context;
    this.connection = connection;
    this.stack = stack;
  }

  /**
   * Connects to the user's server; starts nothing.
   *
   * @throws ServerException when there is none
   */
  static Backend existing(CommandContext context) {
    context
        .host()
        .flatMap(
            own ->
                own.outdatedWorker(
                    context.environment(), context.dataFolder(), context.configuration()))
        .ifPresent(context::say);
    return new Backend(context, context.connect(context.connectionSettings()), Optional.empty());
  }

  /**
   * Connects to a server with a worker, or starts both. For a workspace by URL, prefers the workers
   * of a remote server, so that this host and its logins do not join them.
   *
   * @throws ServerException when none exists and none can be started
   */
  static Backend ready(CommandContext context, Configuration configuration, boolean byUrl) {
    Optional<HostServices> host = context.host();
    ConnectionSettings named = context.connectionSettings();
    if (byUrl
        && named.configured()
        && host.flatMap(own -> own.uiUrl(context.dataFolder(), named)).isEmpty()) {
      try {
        TemporalConnection elsewhere = context.connect(named);
        Workers workers = new Workers(elsewhere);
        if (Workers.awaited(workers::ofAnyHost, FIRST_POLL) == Presence.THERE) {
          context.say(
              "Workers at %s serve workspaces by URL, so no worker was started here."
                  .formatted(named.address()));
          return new Backend(context, elsewhere, Optional.empty());
        }
        elsewhere.close();
      } catch (ServerException e) {
        // Not reachable: start one below, or report why that fails.
      }
    }
    Optional<StackHandle> stack =
        host.map(
            own ->
                own.ensureRunning(
                    context.environment(), context.dataFolder(), configuration, context::say));
    try {
      Backend backend =
          new Backend(
              context, context.connect(stack.map(StackHandle::settings).orElse(named)), stack);
      if (backend.absent(backend.workers()::ofWorkflows)) {
        TemporalConnection server = backend.connection;
        server.close();
        throw new ServerException(
            "No worker polls queue %s at %s (namespace %s): start one with `conclave worker` on the host that has the code, then try again."
                .formatted(TaskQueues.WORKFLOWS, server.settings().address(), server.namespace()));
      }
      return backend;
    } catch (ServerException e) {
      stack.ifPresent(StackHandle::close);
      throw e;
    }
  }

  private boolean absent(Supplier<Presence> look) {
    Duration patience = stack.isPresent() ? FIRST_POLL : Duration.ZERO;
    return Workers.awaited(look, patience) == Presence.ABSENT;
  }

  TemporalConnection connection() {
    return connection;
  }

  Sessions sessions() {
    return new Sessions(
        connection,
        context.user(),
        context.startedSessions(),
        context.directory().toAbsolutePath().normalize());
  }

  Workers workers() {
    return new Workers(connection);
  }

  /**
   * Finds a session by name, prints its handle if the name differs, and continues in its language.
   *
   * @throws UsageException when there is none; the message says how to continue one that exists
   *     only as a folder
   */
  Session find(String name) {
    Session session;
    try {
      session = sessions().find(name);
    } catch (UnknownSession e) {
      Path folder = new SessionFolders(context).find(name).orElseThrow(() -> e);
      throw new UsageException(
          "The server no longer has session %1$s, but its folder %2$s exists: continue with `conclave resume %1$s`, or read it with `conclave show %1$s`."
              .formatted(folder.getFileName(), folder),
          e);
    }
    context.output().speak(session.language());
    if (!session.id().equals(name) && !session.handle().equals(name)) {
      context.say("Session " + session.handle());
    }
    return session;
  }

  /** Returns the only session that waits for a human; if none does, the last. */
  Session waiting() {
    List<SessionLine> waiting = sessions().awaiting(1).map(Listing::lines).orElse(List.of());
    List<String> names =
        waiting.stream()
            // A session started for another is answered through that; an execution directly.
            .filter(line -> !KindSpec.isChild(line.id()) || ExecuteState.KIND.names(line.id()))
            .map(SessionLine::handle)
            .toList();
    if (names.size() > 1) {
      throw new UsageException(
          "%d sessions are waiting for your input; choose one:%s"
              .formatted(names.size(), Sessions.lines(names)));
    }
    return find(names.isEmpty() ? "last" : names.get(0));
  }

  /**
   * Requires a worker on the host of a workspace by path: no other can read it.
   *
   * @throws ServerException when the server knows none
   */
  void requireHostOf(WorkspaceSpec workspace) {
    if (workspace.path().isPresent()
        && workspace.host().isPresent()
        && absent(() -> workers().ofHost(workspace.host().get()))) {
      throw new ServerException(
          "This host has no worker, and no other host can read %s: run `conclave worker` here (full installation), or use a Git URL with --repo."
              .formatted(workspace.path().get()));
    }
  }

  /** Whether sessions survive the end of this process. */
  boolean isPersistent() {
    return stack.map(StackHandle::outlivesThisProcess).orElse(true);
  }

  void refuseLoss(boolean leaving) {
    if (leaving) {
      requirePersistent("omit --detach, ");
    }
  }

  /**
   * Refuses the in-memory server.
   *
   * @param otherwise an additional fix with a trailing comma, or empty
   */
  void requirePersistent(String otherwise) {
    if (!isPersistent()) {
      throw new ServerException(
          "Only the in-memory server is available, and its sessions end with this command: %sinstall `temporal` (or run `conclave up` where it can be downloaded), or set TEMPORAL_ADDRESS."
              .formatted(otherwise));
    }
  }

  /** Returns the Temporal UI tab with the open gate of the session's newest run. */
  Optional<String> ui(Session session) {
    return pages()
        .map(
            pages ->
                pages.userMetadataTab(session.id(), session.describe().getExecution().getRunId()));
  }

  /** Returns the Temporal UI; empty when its address is unknown. */
  Optional<UiPages> pages() {
    if (!isPersistent()) {
      return Optional.empty(); // the in-memory server has no pages
    }
    ConnectionSettings settings = connection.settings();
    return UiPages.of(
        settings,
        context.host().flatMap(own -> own.uiUrl(context.dataFolder(), settings)),
        context.environment());
  }

  /** Whether our search attributes are registered; if not, prints how to register them. */
  boolean searchable() {
    if (!isPersistent()) {
      return false;
    }
    List<SearchAttributeKey<?>> missing;
    try {
      missing = connection.missingSearchAttributes();
    } catch (StatusRuntimeException e) {
      missing = SearchAttributes.all(); // unknown: treat as missing
    }
    if (!missing.isEmpty()) {
      context.say(
          "Search attributes %s are not registered in namespace %s, so `conclave list --awaiting` is slow: run `conclave doctor --fix`. The session runs without them."
              .formatted(
                  missing.stream().map(SearchAttributeKey::getName).collect(joining(", ")),
                  connection.namespace()));
    }
    return missing.isEmpty();
  }

  @Override
  public void close() {
    connection.close();
    stack.ifPresent(StackHandle::close);
  }
}
