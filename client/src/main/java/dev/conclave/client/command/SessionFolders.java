package dev.conclave.client.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.conclave.client.session.StartedSessions;
import dev.conclave.client.session.StartedSessions.Started;
import dev.conclave.client.session.UsageException;
import dev.conclave.client.session.UsageException.UnknownSession;
import dev.conclave.workflows.kind.SessionKinds;
import dev.conclave.workflows.model.Workspace;
import dev.conclave.workflows.model.WorkspaceSpec;
import dev.conclave.workflows.session.KindSpec;
import dev.conclave.workflows.session.SessionState;
import dev.conclave.workflows.session.SessionView;
import dev.conclave.workflows.temporal.ServerException;
import dev.conclave.workflows.text.WireMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Session folders on this host, including those of sessions that the server no longer has. */
final class SessionFolders {
  /** Parents of session folders, relative to a workspace's {@code .workflow}. */
  private static final List<String> IN_WORKSPACE =
      Stream.concat(
              Stream.of(".multi-cli-plan", SessionState.ARCHIVE),
              SessionKinds.ALL.stream().flatMap(kind -> kind.folder().stream()))
          .toList();

  /** The file that marks a session folder; one of its fields has the whole state. */
  private static final String STATE = "session-state.json";

  private static final Pattern NUMBER = Pattern.compile("-[0-9]+$");

  private static final int LOOKS = 100;

  private static final String CARRIED = "_carried";
  private static final List<String> NEEDED =
      List.of("session", "request", "phase", "resume_at", "created_at", "updated_at");
  private static final int DEEPEST = 4;

  private final CommandContext context;

  SessionFolders(CommandContext context) {
    this.context = context;
  }

  /** Finds a session's folder in its workspace, the current one, or the data folder. */
  Optional<Path> find(String named) {
    StartedSessions all = context.startedSessions();
    Optional<Started> started =
        named.equals("last") ? all.last(context.directory()) : all.named(named);
    String name = started.map(Started::id).orElse(named);
    boolean last = name.equals("last");
    String words = last ? "" : name;
    List<Path> fitting = new ArrayList<>();
    inDataFolder().forEach(sessions -> fitting.addAll(within(sessions, DEEPEST, words)));
    Set<Path> workspaces = new LinkedHashSet<>();
    started
        .map(Started::repository)
        .filter(it -> it.startsWith("/"))
        .map(Path::of)
        .ifPresent(workspaces::add);
    for (Path dir = context.directory(); dir != null; dir = dir.getParent()) {
      workspaces.add(dir);
    }
    for (Path workspace : workspaces) {
      for (String sessions : IN_WORKSPACE) {
        fitting.addAll(within(workspace.resolve(".workflow").resolve(sessions), 2, words));
      }
    }
    if (last) {
      return fitting.stream()
          .max(Comparator.comparing(p -> p.resolve(STATE).toFile().lastModified()));
    }
    Optional<Path> exact = fitting.stream().filter(p -> id(p).equals(name)).findFirst();
    return exact.isPresent() || fitting.size() != 1 ? exact : Optional.of(fitting.get(0));
  }

  static boolean holds(WorkspaceSpec workspace, String id) {
    return workspace.path().stream()
        .flatMap(path -> IN_WORKSPACE.stream().map(Path.of(path, ".workflow")::resolve))
        .flatMap(
            sessions ->
                SessionKinds.ALL.stream()
                    .filter(kind -> !KindSpec.isChild(id) || kind.names(id))
                    .map(kind -> sessions.resolve(kind.place(id))))
        .anyMatch(SessionFolders::isOfSession);
  }

  /** Returns the parents of session folders for workspaces by URL. */
  private Stream<Path> inDataFolder() {
    Path sessions = context.dataFolder().sessions();
    return Stream.concat(
        Stream.of(sessions), IN_WORKSPACE.stream().skip(1).map(sessions::resolveSibling));
  }

  /** Returns the session id of a folder, which may be named after another session. */
  private static String id(Path folder) {
    Optional<KindSpec> inside = inside(folder);
    if (inside.isEmpty()) {
      return folder.getFileName().toString();
    }
    String name = folder.getName(folder.getNameCount() - 2).toString();
    return inside
        .filter(kind -> !kind.names(name))
        .map(kind -> kind.childId(name) + number(folder))
        .orElse(name);
  }

  /** Returns the kind if its sessions use a subfolder of the named one. */
  private static Optional<KindSpec> inside(Path folder) {
    return SessionKinds.ALL.stream()
        .filter(
            kind ->
                !kind.place().isEmpty()
                    && folder.toString().endsWith(kind.place() + number(folder)))
        .findFirst();
  }

  /** Returns the number suffix of a later folder of its kind, such as {@code -2}. */
  private static String number(Path folder) {
    Matcher number = NUMBER.matcher(folder.toString());
    return number.find() ? number.group() : "";
  }

  static boolean isOfSession(Path folder) {
    return Files.isRegularFile(folder.resolve(STATE));
  }

  static String text(Path folder) {
    try {
      return Files.readString(folder.resolve(STATE));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads the states of sessions started for a folder's session. */
  static List<String> childrenIn(Path folder) throws IOException {
    try (Stream<Path> inside = Files.list(folder)) {
      return inside.filter(SessionFolders::isOfSession).map(SessionFolders::text).toList();
    }
  }

  /** Deletes a folder recursively; follows no links. */
  static void delete(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  private static List<Path> within(Path root, int depth, String name) {
    if (!Files.isDirectory(root)) {
      return List.of();
    }
    try (Stream<Path> paths = Files.walk(root, depth)) {
      return paths
          .filter(SessionFolders::isOfSession)
          .filter(path -> KindSpec.isId(id(path)) && SessionKinds.begins(id(path), name))
          .filter(path -> KindSpec.isChild(name) || !KindSpec.isChild(id(path)))
          .toList();
    } catch (IOException | UncheckedIOException e) {
      return List.of(); // skip unreadable folders
    }
  }

  /**
   * Reads a session's whole state from its folder, without secrets that were redacted from files.
   *
   * @throws UsageException when the state is incomplete
   */
  static SessionState<?> read(Path folder) {
    try {
      JsonNode carried =
          WireMapper.get().readTree(Files.readAllBytes(folder.resolve(STATE))).path(CARRIED);
      if (!NEEDED.stream().allMatch(carried::hasNonNull)) {
        throw new IOException("its state is incomplete");
      }
      if (!KindSpec.isId(carried.path("session").asText())) {
        throw new IOException("its session has no id");
      }
      Class<? extends SessionState<?>> type =
          SessionKinds.ofId(carried.path("session").asText()).state();
      return WireMapper.get().treeToValue(carried, type);
    } catch (IOException e) {
      throw new UsageException(
          "The server no longer has session %s, and its folder %s is not enough to continue (%s). Start a new session and refer to the folder in the task."
              .formatted(id(folder), folder, e.getMessage()),
          e);
    }
  }

  /**
   * Waits a few seconds until a session's folder shows its open gate: with the in-memory server,
   * only the folder survives this command.
   */
  static void awaitGate(SessionView session) throws InterruptedException {
    Path state = Path.of(session.folder().orElse("."), STATE);
    for (int look = 0; look < LOOKS && !awaits(state); look++) {
      Thread.sleep(100);
    }
  }

  private static boolean awaits(Path state) {
    try {
      JsonNode json = WireMapper.get().readTree(Files.readString(state));
      return json.path("status").asText().equals("awaiting");
    } catch (IOException e) {
      return false; // not there yet
    }
  }

  /** Returns the final state of a session from the server, else from its folder. */
  SessionState<?> known(Backend backend, String named) {
    Optional<Path> folder = find(named);
    if (backend.isPersistent()
        || folder.isEmpty()) { // the in-memory server has no earlier sessions
      try {
        return backend.sessions().find(named).last();
      } catch (UnknownSession | ServerException e) {
        if (folder.isEmpty()) {
          throw e;
        }
      }
    }
    SessionState<?> state = resumableState(folder.get());
    context.say("The server no longer has this session; it continues from " + folder.get() + ".");
    return state;
  }

  /**
   * Reads the state to resume from. Only accepts a folder written on this host for this workspace,
   * since a cloned repository can contain one.
   *
   * @throws UsageException when the state is incomplete or belongs elsewhere
   */
  SessionState<?> resumableState(Path folder) {
    SessionState<?> state = read(folder);
    if (!state.session().equals(id(folder))) {
      throw new UsageException(
          "Folder %s belongs to session %s: rename it back to continue."
              .formatted(folder, state.session()));
    }
    Workspace workspace =
        state
            .workspace()
            .orElseThrow(
                () ->
                    new UsageException(
                        "Session %s ended before its workspace was opened: start a new one with `conclave plan`."
                            .formatted(state.session())));
    boolean own =
        workspace.host().equals(context.hostId())
            && (inDataFolder().anyMatch(folder::startsWith)
                || isOfWorkspace(folder, state, workspace));
    if (!own) {
      throw new UsageException(
          "The server no longer has session %s, and its folder %s was not written here: resume session %s on host %s, with the workspace at %s."
              .formatted(
                  id(folder), folder, state.session(), workspace.hostName(), workspace.path()));
    }
    return state;
  }

  private static boolean isOfWorkspace(Path folder, SessionState<?> state, Workspace workspace) {
    try {
      Path root =
          folder.resolve(inside(folder).isPresent() ? "../../../.." : "../../..").toRealPath();
      return Files.isSameFile(root, Path.of(workspace.path()))
          && state.request().workspace().path().isPresent()
          && Files.isSameFile(root, Path.of(state.request().workspace().path().get()));
    } catch (IOException e) {
      return false;
    }
  }
}
