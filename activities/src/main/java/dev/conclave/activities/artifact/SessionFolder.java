package dev.conclave.activities.artifact;

import dev.conclave.activities.document.AtomicFiles;
import dev.conclave.activities.workspace.PathLock;
import dev.conclave.workflows.temporal.FailureTypes;
import io.temporal.failure.ApplicationFailure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A session's folder on the disk: a projection that can be written again, by one at a time. Safe
 * between threads and processes.
 *
 * <p>Beside the files of {@link SessionPaths} it holds {@code .revision}, {@code .session} and
 * {@code .lock}, which are nobody else's business. The folder of all sessions has a {@code
 * .gitignore}, so that the user's repository does not see them.
 */
public final class SessionFolder {
  private static final Pattern SESSION = Pattern.compile("[\\p{L}\\p{N}][\\p{L}\\p{N}._-]{0,199}");
  private static final String LOCK = ".lock";
  private static final String GITIGNORE = ".gitignore";

  private final Optional<Path> sessions;
  private final Path folder;

  private SessionFolder(Optional<Path> sessions, Path folder) {
    this.sessions = sessions;
    this.folder = folder;
  }

  /**
   * The folder of a session; nothing is made yet.
   *
   * @param sessions absolute, as {@link dev.conclave.workflows.api.Workspace#sessionsFolder}
   * @throws ApplicationFailure non-retryable, of type {@link FailureTypes#FOLDER_REFUSED}, when the
   *     id cannot name a folder
   */
  public static SessionFolder of(Path sessions, String session) {
    if (!SESSION.matcher(session).matches() || session.contains("..")) {
      throw GuardedPlaces.refused(
          "'" + session + "' cannot name a folder: letters, digits, '.', '_' and '-' can");
    }
    return new SessionFolder(Optional.of(sessions), sessions.resolve(session));
  }

  /** A folder that the user named, to export into; it is the user's to hide it from Git. */
  static SessionFolder at(Path folder) {
    return new SessionFolder(Optional.empty(), folder.toAbsolutePath().normalize());
  }

  /** The folder itself. */
  public Path path() {
    return folder;
  }

  /**
   * Waits until nobody else writes, then keeps everybody else from it.
   *
   * @throws ApplicationFailure non-retryable, when a link or a file is in the way
   * @throws IOException when the disk refuses; to be tried again
   */
  FolderTurn turn() throws IOException {
    prepare();
    return new FolderTurn(folder, PathLock.take(GuardedPlaces.requireFile(folder.resolve(LOCK))));
  }

  private void prepare() throws IOException {
    if (sessions.isPresent()) {
      prepareSessions(sessions.get());
      GuardedPlaces.requireNoLink(folder);
    }
    Files.createDirectories(folder);
  }

  /** In a workspace: .workflow and the folder of sessions in it. What is above is the user's. */
  private static void prepareSessions(Path sessions) throws IOException {
    Path parent = sessions.getParent();
    if (parent != null && parent.endsWith(".workflow")) {
      GuardedPlaces.requireNoLink(parent);
    }
    GuardedPlaces.requireNoLink(sessions);
    Files.createDirectories(sessions);
    Path ignore = sessions.resolve(GITIGNORE);
    if (!Files.exists(ignore, LinkOption.NOFOLLOW_LINKS)) {
      AtomicFiles.write(ignore, "*\n".getBytes(StandardCharsets.UTF_8));
    }
  }
}
