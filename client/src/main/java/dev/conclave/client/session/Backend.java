package dev.conclave.client.session;

import dev.conclave.client.session.Refusal.UnknownSession;
import dev.conclave.client.session.Workers.Presence;
import dev.conclave.client.terminal.Surroundings;
import dev.conclave.workflows.api.WorkspaceSpec;
import dev.conclave.workflows.temporal.ServerException;
import dev.conclave.workflows.temporal.StackHandle;
import dev.conclave.workflows.temporal.TemporalConnection;
import dev.conclave.workflows.temporal.UiPages;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A server that a command works with. */
public final class Backend implements AutoCloseable {
  private final Surroundings around;
  private final TemporalConnection connection;
  private final Optional<StackHandle> stack;

  Backend(Surroundings around, TemporalConnection connection, Optional<StackHandle> stack) {
    this.around = around;
    this.connection = connection;
    this.stack = stack;
  }

  /**
   * The server that the user works with; starts nothing.
   *
   * @throws ServerException when there is none
   */
  public static Backend existing(Surroundings around) {
    return new Backend(around, around.connect(), Optional.empty());
  }

  public TemporalConnection connection() {
    return connection;
  }

  public Sessions sessions() {
    return new Sessions(connection);
  }

  /**
   * The session that a person means, whose id is said when the person wrote another name for it.
   *
   * @throws Refusal when there is none; the message tells how to go on with one that only its
   *     folder still knows
   */
  public Session find(String name) {
    Session session;
    try {
      session = sessions().find(name);
    } catch (UnknownSession e) {
      throw new SessionFolders(around).find(name).map(Backend::forgotten).orElse(e);
    }
    if (!session.id().equals(name)) {
      around.output().say("Session " + session.id());
    }
    return session;
  }

  private static Refusal forgotten(Path folder) {
    return new Refusal(
        "The server has session %1$s no more, but its folder %2$s: go on from there with `conclave resume %1$s`, or read it with `conclave show %1$s`."
            .formatted(folder.getFileName(), folder));
  }

  public Workers workers() {
    return new Workers(connection);
  }

  /**
   * A workspace by path is read by a worker of its host alone: without one its session would wait
   * for ever.
   *
   * @throws ServerException when the server knows of none
   */
  public void requireHostOf(WorkspaceSpec workspace) {
    Optional<String> host = workspace.path().flatMap(path -> workspace.host());
    if (host.filter(id -> ofHost(id) == Presence.ABSENT).isPresent()) {
      throw new ServerException(
          "No worker serves this host, and no other can read %s: start `conclave worker` here (it is part of the full installation), or name the repository by a Git URL with --repo."
              .formatted(workspace.path().orElseThrow()));
    }
  }

  private Presence ofHost(String id) {
    return Workers.awaited(
        () -> workers().ofHost(id), stack.isPresent() ? BackendStart.FIRST_POLL : Duration.ZERO);
  }

  /** Begins to look after what this host runs for its sessions; empty where it can run nothing. */
  public Optional<Revival> revival() {
    return around
        .host()
        .stack()
        .filter(provider -> lasting())
        .map(provider -> Revival.of(around, provider, connection.settings()));
  }

  /** Whether a session goes on when this process ends. */
  public boolean lasting() {
    return stack.map(StackHandle::outlivesThisProcess).orElse(true);
  }

  /**
   * A session that dies with this process cannot go on behind it.
   *
   * @param leaving whether the command is to leave the session alone
   */
  public void refuseLoss(boolean leaving) {
    if (leaving && !lasting()) {
      throw new ServerException(
          "Only the in-memory server can be had here, and a session on it ends with this command:"
              + " leave --detach out, install the temporal program (or run `conclave up` where it"
              + " can be downloaded), or set TEMPORAL_ADDRESS.");
    }
  }

  /** The session's page in the Temporal UI. */
  public Optional<String> ui(String session) {
    return pages().map(pages -> pages.session(session));
  }

  /** The Temporal UI; empty when nothing tells where it is. */
  public Optional<UiPages> pages() {
    if (!lasting()) {
      return Optional.empty(); // the in-memory server has no pages
    }
    Optional<String> own =
        around
            .host()
            .stack()
            .flatMap(provider -> provider.uiUrl(around.dataFolder(), connection.settings()));
    return UiPages.of(connection.settings(), own, around.environment());
  }

  /** Whether sessions can be found by our search attributes; says how to mend it when not. */
  public boolean searchable() {
    List<String> missing = lasting() ? Registration.missing(connection) : List.of("all");
    if (!missing.isEmpty() && lasting()) {
      around
          .output()
          .say(
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
