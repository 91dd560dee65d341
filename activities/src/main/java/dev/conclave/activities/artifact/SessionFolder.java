package dev.conclave.activities.artifact;

import dev.conclave.activities.document.AtomicFiles;
import dev.conclave.activities.workspace.PathLock;
import dev.conclave.workflows.temporal.FailureTypes;
import io.temporal.failure.ApplicationFailure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

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
      throw refused(
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
    return new FolderTurn(folder, PathLock.take(requireFile(folder.resolve(LOCK))));
  }

  private void prepare() throws IOException {
    if (sessions.isPresent()) {
      prepareSessions(sessions.get());
      requireNoLink(folder);
    }
    Files.createDirectories(folder);
  }

  /** In a workspace: .workflow and the folder of sessions in it. What is above is the user's. */
  private static void prepareSessions(Path sessions) throws IOException {
    Path parent = sessions.getParent();
    if (parent != null && parent.endsWith(".workflow")) {
      requireNoLink(parent);
    }
    requireNoLink(sessions);
    Files.createDirectories(sessions);
    Path ignore = sessions.resolve(GITIGNORE);
    if (!Files.exists(ignore, LinkOption.NOFOLLOW_LINKS)) {
      AtomicFiles.write(ignore, "*\n".getBytes(StandardCharsets.UTF_8));
    }
  }

  /**
   * A turn at writing a session's folder, which nobody else writes until it is closed. Every write
   * is atomic and idempotent, an older revision never overtakes a newer one, and nothing is written
   * through a link.
   */
  static final class FolderTurn implements AutoCloseable {
    private static final String REVISION = ".revision";
    private static final String OWNER = ".session";

    private final Path folder;
    private final PathLock lock;

    FolderTurn(Path folder, PathLock lock) {
      this.folder = folder;
      this.lock = lock;
    }

    /** The revision that stands in it; -1 before the first write. */
    long revision() throws IOException {
      try {
        return Long.parseLong(Files.readString(requireFile(folder.resolve(REVISION))).strip());
      } catch (NoSuchFileException none) {
        return -1;
      } catch (NumberFormatException damaged) {
        // Written whole or not at all, so somebody else wrote it; every file is then written again.
        return -1;
      }
    }

    /**
     * Says whose revisions are written from now on. A server that was set up anew gives an id
     * again, and a reset takes a session back; the revisions that stand are then no newer ones.
     *
     * @param owner names one line of revisions for ever: the session, when it was made, and the run
     */
    void belongsTo(String owner) throws IOException {
      Path file = requireFile(place(folder, OWNER));
      if (!Files.exists(file) || !Files.readString(file).equals(owner)) {
        Files.deleteIfExists(place(folder, REVISION));
        AtomicFiles.writeIfDifferent(file, owner.getBytes(StandardCharsets.UTF_8));
      }
    }

    /**
     * Writes a revision, unless a newer one stands.
     *
     * @param files by path relative to the folder
     * @param keep paths that are not among the files and may stand all the same
     * @return the revision that stands now
     * @throws ApplicationFailure non-retryable, when a link or a file is in the way
     * @throws IOException when the disk refuses; to be tried again
     */
    long write(long revision, SortedMap<String, byte[]> files, List<String> keep)
        throws IOException {
      long stands = revision();
      if (stands > revision) {
        return stands;
      }
      for (var file : files.entrySet()) {
        AtomicFiles.writeIfDifferent(place(folder, file.getKey()), file.getValue());
      }
      removeOldTasks(files.keySet(), keep);
      // Last, so that a write that broke off is done again.
      AtomicFiles.writeIfDifferent(
          place(folder, REVISION), (revision + "\n").getBytes(StandardCharsets.UTF_8));
      return revision;
    }

    /**
     * Writes one large file more, such as a raw output, and remembers what it was made from; not
     * guarded by revision.
     *
     * @param origin names what the content was made from
     */
    void writeBeside(String path, String origin, byte[] content) throws IOException {
      AtomicFiles.writeIfDifferent(place(folder, path), content);
      AtomicFiles.writeIfDifferent(originOf(path), origin.getBytes(StandardCharsets.UTF_8));
    }

    /** Whether a file stands and was made from that. */
    boolean holds(String path, String origin) throws IOException {
      Path memory = originOf(path);
      return Files.isRegularFile(place(folder, path), LinkOption.NOFOLLOW_LINKS)
          && Files.isRegularFile(memory, LinkOption.NOFOLLOW_LINKS)
          && Files.readString(memory).equals(origin);
    }

    private Path originOf(String path) {
      Path file = place(folder, path);
      return file.resolveSibling("." + file.getFileName() + ".origin");
    }

    /** Tasks that the rendering does not name are of an older plan. */
    private void removeOldTasks(Set<String> written, List<String> keep) throws IOException {
      Path tasks = place(folder, SessionPaths.TASKS);
      if (!Files.isDirectory(tasks, LinkOption.NOFOLLOW_LINKS)) {
        return;
      }
      try (Stream<Path> inside = Files.list(tasks)) {
        for (Path task : inside.toList()) {
          String path = SessionPaths.TASKS + "/" + task.getFileName();
          if (path.endsWith(".json") && !written.contains(path) && !keep.contains(path)) {
            Files.deleteIfExists(task);
          }
        }
      }
    }

    @Override
    public void close() {
      lock.close();
    }
  }

  /** A file's place in a folder, with no link on the way to it. */
  static Path place(Path folder, String path) {
    Path place = folder.resolve(path).normalize();
    if (!place.startsWith(folder) || place.equals(folder)) {
      throw refused("'" + path + "' leaves the session folder");
    }
    for (Path at = place.getParent(); at != null && !at.equals(folder); at = at.getParent()) {
      requireNoLink(at);
    }
    return place;
  }

  /** Refuses a link or a file where a folder is to be. */
  static void requireNoLink(Path folder) {
    if (Files.exists(folder, LinkOption.NOFOLLOW_LINKS)
        && !Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      throw refused(
          folder
              + " is a link or a file; session folders are written there: move it away, then export");
    }
  }

  /** Refuses what would keep its reader waiting, such as a named pipe. */
  static Path requireFile(Path file) {
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw refused(file + " is no regular file: remove it, then export");
    }
    return file;
  }

  static ApplicationFailure refused(String message) {
    return ApplicationFailure.newNonRetryableFailure(message, FailureTypes.FOLDER_REFUSED);
  }
}
