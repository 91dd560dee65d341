package dev.conclave.client.command;

import dev.conclave.client.session.Refusal;
import dev.conclave.client.session.Refusal.UnknownSession;
import dev.conclave.client.session.Session;
import dev.conclave.client.session.Sessions;
import dev.conclave.client.session.Workers;
import dev.conclave.client.session.Workers.Presence;
import dev.conclave.workflows.api.WorkspaceSpec;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.temporal.ConnectionSettings;
import dev.conclave.workflows.temporal.LocalStackProvider.StackHandle;
import dev.conclave.workflows.temporal.ServerException;
import dev.conclave.workflows.temporal.TaskQueues;
import dev.conclave.workflows.temporal.TemporalConnection;
import dev.conclave.workflows.temporal.UiPages;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** A server that a command works with: one that is there, or one that the command starts. */
final class Backend implements AutoCloseable {
  /** From the start of a worker until the server names it, on a machine that is busy. */
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
   * The server that the user works with; starts nothing.
   *
   * @throws ServerException when there is none
   */
  static Backend existing(CommandContext context) {
    return new Backend(context, context.connect(context.connectionSettings()), Optional.empty());
  }

  /**
   * A server with a worker, found or, when this host can, started. A workspace by URL goes to the
   * workers of a server elsewhere where it has any: this host does not become one of theirs, with
   * its logins, by the way.
   *
   * @param byUrl whether the session works on a workspace by URL, as that server may have to tell
   * @throws ServerException when there is none and none can be started
   */
  static Backend ready(
      CommandContext context, Configuration configuration, Predicate<Backend> byUrl) {
    return elsewhere(context, byUrl).orElseGet(() -> ready(context, configuration));
  }

  private static Optional<Backend> elsewhere(CommandContext context, Predicate<Backend> byUrl) {
    ConnectionSettings settings = context.connectionSettings();
    boolean configured =
        settings.configured()
            && context
                .host()
                .stack()
                .filter(own -> own.uiUrl(context.dataFolder(), settings).isEmpty())
                .isPresent();
    if (!configured) {
      return Optional.empty();
    }
    Backend elsewhere;
    try {
      elsewhere = new Backend(context, context.connect(settings), Optional.empty());
    } catch (ServerException e) {
      return Optional.empty(); // who starts one where that is right says the rest
    }
    List<String> others =
        elsewhere.workers().general(context.knownHost(), context.clock().instant());
    boolean serves = false;
    try {
      serves = !others.isEmpty() && byUrl.test(elsewhere);
    } finally {
      if (!serves) {
        elsewhere.close();
      }
    }
    if (serves) {
      context.say(
          "%s at %s %s workspaces by URL: no worker is started here."
              .formatted(
                  String.join(", ", others),
                  settings.address(),
                  others.size() == 1 ? "takes" : "take"));
    }
    return serves ? Optional.of(elsewhere) : Optional.empty();
  }

  private static Backend ready(CommandContext context, Configuration configuration) {
    Optional<StackHandle> stack =
        context
            .host()
            .stack()
            .map(
                provider ->
                    provider.ensureRunning(
                        context.environment(), context.dataFolder(), configuration, context::say));
    try {
      TemporalConnection connection =
          context.connect(stack.map(StackHandle::settings).orElseGet(context::connectionSettings));
      Workers workers = new Workers(connection);
      if (Workers.awaited(workers::ofWorkflows, stack.isPresent() ? FIRST_POLL : Duration.ZERO)
          == Presence.ABSENT) {
        connection.close();
        throw new ServerException(
            "No worker polls queue %s at %s (namespace %s): start one with `conclave worker` on the host that has the code, then try again."
                .formatted(
                    TaskQueues.WORKFLOWS, connection.settings().address(), connection.namespace()));
      }
      return new Backend(context, connection, stack);
    } catch (ServerException e) {
      stack.ifPresent(StackHandle::close);
      throw e;
    }
  }

  TemporalConnection connection() {
    return connection;
  }

  Sessions sessions() {
    return new Sessions(connection);
  }

  Workers workers() {
    return new Workers(connection);
  }

  /**
   * The session that a person means, whose id is said when the person wrote another name for it.
   *
   * @throws Refusal when there is none; the message tells how to go on with one that only its
   *     folder still knows
   */
  Session find(String name) {
    Session session;
    try {
      session = sessions().find(name);
    } catch (UnknownSession e) {
      Path folder = new SessionFolders(context).find(name).orElseThrow(() -> e);
      throw new Refusal(
          "The server has session %1$s no more, but its folder %2$s: go on from there with `conclave resume %1$s`, or read it with `conclave show %1$s`."
              .formatted(folder.getFileName(), folder),
          e);
    }
    if (!session.id().equals(name)) {
      context.say("Session " + session.id());
    }
    return session;
  }

  /**
   * A workspace by path is read by a worker of its host alone: without one its session would wait
   * for ever.
   *
   * @throws ServerException when the server knows of none
   */
  void requireHostOf(WorkspaceSpec workspace) {
    if (workspace.path().isEmpty() || workspace.host().isEmpty()) {
      return;
    }
    Supplier<Presence> look = () -> workers().ofHost(workspace.host().get());
    if (Workers.awaited(look, stack.isPresent() ? FIRST_POLL : Duration.ZERO) == Presence.ABSENT) {
      throw new ServerException(
          "No worker serves this host, and no other can read %s: start `conclave worker` here (it is part of the full installation), or name the repository by a Git URL with --repo."
              .formatted(workspace.path().get()));
    }
  }

  /** Begins to look after what this host runs for its sessions; empty where it can run nothing. */
  Optional<Revival> revival() {
    return context
        .host()
        .stack()
        .filter(provider -> lasting())
        .map(provider -> new Revival(context, provider, connection.settings()));
  }

  /** Whether a session goes on when this process ends. */
  boolean lasting() {
    return stack.map(StackHandle::outlivesThisProcess).orElse(true);
  }

  /**
   * A session that dies with this process cannot go on behind it.
   *
   * @param leaving whether the command is to leave the session alone
   */
  void refuseLoss(boolean leaving) {
    if (leaving && !lasting()) {
      throw new ServerException(
          "Only the in-memory server can be had here, and a session on it ends with this command:"
              + " leave --detach out, install the temporal program (or run `conclave up` where it"
              + " can be downloaded), or set TEMPORAL_ADDRESS.");
    }
  }

  /** The session's page in the Temporal UI. */
  Optional<String> ui(String session) {
    return pages().map(pages -> pages.session(session));
  }

  /** The Temporal UI; empty when nothing tells where it is. */
  Optional<UiPages> pages() {
    if (!lasting()) {
      return Optional.empty(); // the in-memory server has no pages
    }
    Optional<String> own =
        context
            .host()
            .stack()
            .flatMap(provider -> provider.uiUrl(context.dataFolder(), connection.settings()));
    return UiPages.of(connection.settings(), own, context.environment());
  }

  /** Whether sessions can be found by our search attributes; says how to mend it when not. */
  boolean searchable() {
    List<String> missing = lasting() ? sessions().missingAttributes() : List.of("all");
    if (!missing.isEmpty() && lasting()) {
      context.say(
          "Search attributes %s are not registered in namespace %s, so `conclave list --awaiting` is slow: `conclave doctor --fix` registers them. The session runs without."
              .formatted(String.join(", ", missing), connection.namespace()));
    }
    return missing.isEmpty();
  }

  @Override
  public void close() {
    connection.close();
    stack.ifPresent(StackHandle::close);
  }
}
