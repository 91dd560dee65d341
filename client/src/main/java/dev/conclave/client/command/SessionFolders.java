package dev.conclave.client.command;

import com.fasterxml.jackson.databind.JsonNode;
import dev.conclave.client.session.Refusal;
import dev.conclave.workflows.api.Workspace;
import dev.conclave.workflows.plan.PlanState;
import dev.conclave.workflows.plan.SessionView;
import dev.conclave.workflows.session.SessionKind;
import dev.conclave.workflows.temporal.WireMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Session folders on this host: the record of sessions that the server has forgotten. */
final class SessionFolders {
  /** Where a workspace keeps the folders of planning sessions. */
  private static final Path IN_WORKSPACE = Path.of(".workflow", ".multi-cli-plan");

  /** The file that makes a folder one of a session; the whole state is in one of its fields. */
  private static final String STATE = "session-state.json";

  private static final String CARRIED = "_carried";
  private static final int DEEPEST = 4;
  private static final int LOOKS = 100;

  private final CommandContext context;

  SessionFolders(CommandContext context) {
    this.context = context;
  }

  /**
   * Refuses a workspace in which no session folder can be made: before anything is asked or paid.
   *
   * @throws Refusal naming the fix
   */
  static void requireWritable(Path workspace) {
    Path there = workspace;
    for (Path part : IN_WORKSPACE) {
      Path next = there.resolve(part);
      if (Files.exists(next, LinkOption.NOFOLLOW_LINKS)) {
        there = next;
      }
    }
    if (!Files.isDirectory(there, LinkOption.NOFOLLOW_LINKS)
        || !Files.isWritable(there)
        || !Files.isExecutable(there)) {
      throw new Refusal(
          "The session's folder cannot be made in %s: make that a folder that you can write to, or name a copy of the repository with --repo."
              .formatted(there));
    }
  }

  /**
   * The folder of a session: of the workspace that the command was called in, or in the data
   * folder.
   */
  Optional<Path> find(String name) {
    List<Path> fitting = new ArrayList<>(within(context.dataFolder().sessions(), DEEPEST, name));
    for (Path dir = context.directory(); dir != null; dir = dir.getParent()) {
      fitting.addAll(within(dir.resolve(IN_WORKSPACE), 1, name));
    }
    Optional<Path> exact =
        fitting.stream().filter(p -> p.getFileName().toString().equals(name)).findFirst();
    return exact.isPresent() || fitting.size() != 1 ? exact : Optional.of(fitting.get(0));
  }

  private static List<Path> within(Path root, int depth, String name) {
    if (!Files.isDirectory(root)) {
      return List.of();
    }
    try (Stream<Path> paths = Files.walk(root, depth)) {
      return paths
          .filter(path -> SessionKind.begins(path.getFileName().toString(), name))
          .filter(path -> Files.isRegularFile(path.resolve(STATE)))
          .toList();
    } catch (IOException | UncheckedIOException e) {
      return List.of(); // what cannot be read holds no session for us
    }
  }

  /**
   * Waits until a session's folder shows that it awaits a human, for a few seconds: a session on a
   * server that ends with this command lives on in its folder alone.
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

  /**
   * The whole state of a session as its folder carries it, without the secrets that were taken out
   * of files.
   *
   * @throws Refusal when the folder does not tell enough
   */
  static PlanState read(Path folder) {
    try {
      JsonNode carried =
          WireMapper.get().readTree(Files.readAllBytes(folder.resolve(STATE))).path(CARRIED);
      for (String name :
          List.of("session", "request", "phase", "resume_at", "created_at", "updated_at")) {
        if (!carried.hasNonNull(name)) {
          throw new IOException("it carries no " + name);
        }
      }
      return WireMapper.get().treeToValue(carried, PlanState.class);
    } catch (IOException e) {
      throw new Refusal(
          "The server has session %s no more; its folder %s shows what it knew, but not enough to go on (%s). Start anew with `conclave plan` and refer to the folder in the task."
              .formatted(folder.getFileName(), folder, e.getMessage()),
          e);
    }
  }

  /**
   * The state to go on from. A folder can come with a cloned repository: one that was not written
   * here, for this very workspace, is no reason to start agents.
   *
   * @throws Refusal when the folder does not tell enough or belongs elsewhere
   */
  PlanState toGoOnFrom(Path folder) {
    PlanState state = read(folder);
    Workspace workspace =
        state.workspace().orElseThrow(() -> elsewhere(folder, "names no workspace"));
    if (!state.session().equals(folder.getFileName().toString())) {
      throw elsewhere(folder, "is that of session " + state.session());
    }
    if (!workspace.host().equals(context.hostId())) {
      throw elsewhere(
          folder,
          "was written on host %s (%s), and the documents are there: resume it there"
              .formatted(workspace.hostName(), workspace.host()));
    }
    if (!folder.startsWith(context.dataFolder().sessions())
        && !isOfWorkspace(folder, state, workspace)) {
      throw elsewhere(
          folder,
          "was written for " + workspace.path() + ": put the workspace back there to go on");
    }
    return state;
  }

  private static boolean isOfWorkspace(Path folder, PlanState state, Workspace workspace) {
    try {
      Path root = folder.resolve("../../..").toRealPath();
      return Files.isSameFile(root, Path.of(workspace.path()))
          && state.request().workspace().path().isPresent()
          && Files.isSameFile(root, Path.of(state.request().workspace().path().get()));
    } catch (IOException e) {
      return false;
    }
  }

  private static Refusal elsewhere(Path folder, String reason) {
    return new Refusal(
        "The server has session %s no more, and what its folder %s carries %s."
            .formatted(folder.getFileName(), folder, reason));
  }
}
