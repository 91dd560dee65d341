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
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A session's folder on the disk: a projection that can be written again, by one at a time. Safe
 * between threads and processes. The folder of all sessions has a {@code .gitignore}, so that the
 * user's repository does not see them.
 */
record SessionFolder(Optional<Path> sessions, Path path) {
  private static final Pattern SESSION = Pattern.compile("[\\p{L}\\p{N}][\\p{L}\\p{N}._-]{0,199}");

  /** The folder of a session below the absolute folder of all; nothing is made yet. */
  static SessionFolder of(Path sessions, String session) {
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

  /**
   * Waits until nobody else writes, then keeps everybody else from it.
   *
   * @throws ApplicationFailure non-retryable, when a link or a file is in the way, here and later
   * @throws IOException when the disk refuses; to be tried again
   */
  Turn turn() throws IOException {
    if (sessions.isPresent()) {
      // Ours are the folder of sessions and .workflow; what is above is the user's.
      Path parent = sessions.get().getParent();
      if (parent != null && parent.endsWith(".workflow")) {
        requireNoLink(parent);
      }
      requireNoLink(sessions.get());
      requireNoLink(path);
      Path ignore = sessions.get().resolve(".gitignore");
      if (!Files.exists(ignore, LinkOption.NOFOLLOW_LINKS)) {
        AtomicFiles.write(ignore, "*\n".getBytes(StandardCharsets.UTF_8));
      }
    }
    Files.createDirectories(path);
    Path lock = path.resolve(".lock");
    if (Files.exists(lock, LinkOption.NOFOLLOW_LINKS)
        && !Files.isRegularFile(lock, LinkOption.NOFOLLOW_LINKS)) {
      throw refused(lock + " is no regular file: remove it, then export");
    }
    return new Turn(path, PathLock.take(lock));
  }

  /** Refuses a link or a file where a folder is to be. */
  private static void requireNoLink(Path folder) {
    if (Files.exists(folder, LinkOption.NOFOLLOW_LINKS)
        && !Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      throw refused(
          folder
              + " is a link or a file; session folders are written there: move it away, then export");
    }
  }

  private static ApplicationFailure refused(String message) {
    return ApplicationFailure.newNonRetryableFailure(message, FailureTypes.FOLDER_REFUSED);
  }

  /**
   * A turn at writing a session's folder, which nobody else writes until it is closed. Every write
   * is atomic and idempotent, an older revision never overtakes a newer one, and nothing is written
   * through a link.
   */
  record Turn(Path folder, PathLock lock) implements AutoCloseable {

    /**
     * Writes a revision, unless a newer one of the same line stands.
     *
     * @param line whose revisions can be compared, named for ever: a server that was set up anew
     *     gives an id again, and a reset takes a session back
     * @param files by path relative to the folder
     * @return the revision that stands now
     */
    long write(String line, long revision, SortedMap<String, byte[]> files) throws IOException {
      long stands = revision(line);
      if (stands > revision) {
        return stands;
      }
      for (var file : files.entrySet()) {
        AtomicFiles.writeIfDifferent(place(file.getKey()), file.getValue());
      }
      removeOldTasks(files.keySet());
      // Last, so that a write that broke off is done again.
      AtomicFiles.writeIfDifferent(
          stamp(), (revision + " " + line + "\n").getBytes(StandardCharsets.UTF_8));
      return revision;
    }

    /** The revision of this line that stands in the folder; -1 when none of it does. */
    private long revision(String line) throws IOException {
      String[] stamp =
          Files.isRegularFile(stamp())
              ? Files.readString(stamp()).strip().split(" ", 2)
              : new String[] {"", ""};
      return stamp.length == 2 && stamp[1].equals(line) && stamp[0].matches("\\d{1,18}")
          ? Long.parseLong(stamp[0])
          : -1;
    }

    private Path stamp() {
      return place(".revision");
    }

    /** Writes one large file more, which {@link #holds} then knows by the time of its origin. */
    void write(String path, Instant origin, byte[] content) throws IOException {
      Path file = place(path);
      AtomicFiles.writeIfDifferent(file, content);
      Files.setLastModifiedTime(file, FileTime.fromMillis(origin.toEpochMilli()));
    }

    /** Whether a file stands that was made from what came at that time. */
    boolean holds(String path, Instant origin) throws IOException {
      Path file = place(path);
      return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
          && Files.getLastModifiedTime(file).toMillis() == origin.toEpochMilli();
    }

    /** Tasks that the rendering does not name are of an older plan. */
    private void removeOldTasks(Set<String> written) throws IOException {
      Path tasks = place(SessionArtifacts.TASKS);
      if (!Files.isDirectory(tasks, LinkOption.NOFOLLOW_LINKS)) {
        return;
      }
      try (Stream<Path> inside = Files.list(tasks)) {
        for (Path task : inside.toList()) {
          String path = SessionArtifacts.TASKS + "/" + task.getFileName();
          if (path.endsWith(".json") && !written.contains(path)) {
            Files.deleteIfExists(task);
          }
        }
      }
    }

    /** A file's place in the folder, with no link on the way to it. */
    private Path place(String path) {
      Path place = folder.resolve(path).normalize();
      if (!place.startsWith(folder) || place.equals(folder)) {
        throw refused("'" + path + "' leaves the session folder");
      }
      for (Path at = place.getParent(); at != null && !at.equals(folder); at = at.getParent()) {
        requireNoLink(at);
      }
      return place;
    }

    @Override
    public void close() {
      lock.close();
    }
  }
}
