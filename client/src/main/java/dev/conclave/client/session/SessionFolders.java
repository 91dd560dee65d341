package dev.conclave.client.session;

import com.fasterxml.jackson.databind.JsonNode;
import dev.conclave.client.terminal.Surroundings;
import dev.conclave.workflows.plan.SessionView;
import dev.conclave.workflows.session.SessionKind;
import dev.conclave.workflows.temporal.WireMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Session folders on this host: the record of sessions that the server has forgotten. */
public final class SessionFolders {
  /** Where a workspace keeps the folders of planning sessions. */
  static final Path IN_WORKSPACE = Path.of(".workflow", ".multi-cli-plan");

  /** The file that makes a folder one of a session. */
  public static final String STATE = "session-state.json";

  private static final int DEEPEST = 4;
  private static final Duration FOLDER_WAIT = Duration.ofSeconds(10);

  private final Surroundings around;

  public SessionFolders(Surroundings around) {
    this.around = around;
  }

  /**
   * The folder of a session: of the workspace that the command was called in, or in the data
   * folder.
   *
   * @param name an id or a unique prefix of one
   */
  public Optional<Path> find(String name) {
    List<Path> fitting = new ArrayList<>();
    for (Path dir = around.directory(); dir != null; dir = dir.getParent()) {
      fitting.addAll(within(dir.resolve(IN_WORKSPACE), 1, name));
    }
    fitting.addAll(within(around.dataFolder().sessions(), DEEPEST, name));
    Optional<Path> exact =
        fitting.stream().filter(p -> p.getFileName().toString().equals(name)).findFirst();
    return exact.isPresent() || fitting.size() != 1 ? exact : Optional.of(fitting.get(0));
  }

  /**
   * Waits until a session's folder shows that it awaits a human, for a few seconds: a session on a
   * server that ends with this command lives on in its folder alone.
   */
  public static void awaitGate(SessionView session) {
    Optional<Path> state = session.folder().map(folder -> Path.of(folder, STATE));
    Instant end = Instant.now().plus(FOLDER_WAIT);
    while (state.filter(SessionFolders::awaits).isEmpty() && Instant.now().isBefore(end)) {
      try {
        Thread.sleep(100);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
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
}
