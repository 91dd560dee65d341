package dev.conclave.activities.artifact;

import com.google.re2j.Pattern;
import dev.conclave.activities.document.AtomicFiles;
import dev.conclave.activities.document.Folders;
import dev.conclave.activities.document.PathLock;
import dev.conclave.workflows.context.ContextState;
import dev.conclave.workflows.execute.ExecuteState;
import dev.conclave.workflows.temporal.FailureTypes;
import dev.conclave.workflows.text.Digests;
import io.temporal.failure.ApplicationFailure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Stream;

/**
 * A session's folder on disk. Safe between threads and processes. A {@code .gitignore} hides all
 * session folders from the user's repository; in {@code .workflow/active/}, where people keep
 * planning documents, it hides only the session's own folder.
 */
record SessionFolder(Optional<Path> sessions, Path path) {
  private static final Pattern OLD =
      Pattern.compile(SessionArtifacts.TASKS + "/[^/]*\\.json|(?:wave-\\d+|results)\\.csv");

  /** Files of an earlier gathering, obsolete once another package has been written. */
  private static final Pattern OLD_CONTEXT =
      Pattern.compile("(?:exploration-.*|conflict-resolution)\\.json");

  private static final Pattern PLACE =
      Pattern.compile(
          "[\\p{L}\\p{N}][\\p{L}\\p{N}._-]{0,199}(%s|%s(-\\d{1,4})?)?"
              .formatted(ContextState.PROCESS, ExecuteState.KIND.place()));

  /**
   * Returns the folder of a session at its place in the absolute sessions folder; creates nothing.
   */
  static SessionFolder of(Path sessions, String place) {
    if (!PLACE.matcher(place).matches() || place.contains("..")) {
      throw refused(
          "'" + place + "' is not a valid folder name: use letters, digits, '.', '_' and '-'");
    }
    return new SessionFolder(Optional.of(sessions), sessions.resolve(place));
  }

  /** Moves the folder with its content, unless the new folder exists. */
  void moveTo(SessionFolder there) throws IOException {
    if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS) && !Files.exists(there.path)) {
      there.secure();
      Files.createDirectories(there.path.getParent());
      Files.move(path, there.path);
    }
  }

  /**
   * Returns whether the folder is missing, empty or left by an earlier attempt at the same write.
   */
  boolean isWritableFor(String line) throws IOException {
    if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      return true;
    }
    try (Stream<Path> files = Files.list(path)) {
      List<Path> inside = files.filter(file -> !file.endsWith(".lock")).toList();
      Path stamp = path.resolve(".revision");
      return inside.isEmpty()
          || (Files.isRegularFile(stamp)
              && Files.readString(stamp).lines().findFirst().orElse("").endsWith(line));
    }
  }

  /** Returns a folder that the user named for an export; hiding it from Git is up to the user. */
  static SessionFolder at(Path folder) {
    return new SessionFolder(Optional.empty(), folder.toAbsolutePath().normalize());
  }

  /**
   * Waits for other writers, then excludes them. A link or a file in the way is a non-retryable
   * failure; an {@link IOException} may be transient.
   */
  WriteAccess acquireWriteAccess() throws IOException {
    secure();
    Files.createDirectories(path);
    Path lock = path.resolve(".lock");
    if (Files.exists(lock, LinkOption.NOFOLLOW_LINKS)
        && !Files.isRegularFile(lock, LinkOption.NOFOLLOW_LINKS)) {
      throw refused(lock + " is not a regular file: remove it, then export");
    }
    return new WriteAccess(path, PathLock.take(lock));
  }

  /** Refuses links where session folders belong, and hides the folders from Git. */
  private void secure() throws IOException {
    if (sessions.isPresent()) {
      // Conclave owns the sessions folder and .workflow; the folders above belong to the user.
      Path parent = sessions.get().getParent();
      Path users = parent != null && parent.endsWith(".workflow") ? parent.getParent() : parent;
      requireNoLink(Objects.requireNonNullElse(users, sessions.get()), path);
      boolean alone = path.toString().endsWith(ContextState.PROCESS);
      Path ignore = (alone ? path : sessions.get()).resolve(".gitignore");
      if (!Files.exists(ignore, LinkOption.NOFOLLOW_LINKS)) {
        AtomicFiles.write(ignore, "*\n".getBytes(StandardCharsets.UTF_8));
      }
    }
  }

  private static void requireNoLink(Path top, Path folder) {
    Optional<Path> obstacle = Folders.obstacle(top, folder);
    if (obstacle.isPresent()) {
      throw refused(
          obstacle.get()
              + " is a link or a file, but session folders belong there: move it away, then export");
    }
  }

  private static ApplicationFailure refused(String message) {
    return ApplicationFailure.newNonRetryableFailure(message, FailureTypes.FOLDER_REFUSED);
  }

  /**
   * Exclusive access to write a session's folder. Writes are atomic and idempotent, never follow a
   * link, and never replace a newer revision.
   */
  record WriteAccess(Path folder, PathLock lock) implements AutoCloseable {

    /**
     * Writes files by path, unless the folder has a newer revision of the same line. Returns the
     * revision now in the folder. A line is never reused, although a new server may reuse ids and a
     * reset takes a session back.
     */
    long write(String line, long revision, SortedMap<String, byte[]> files) throws IOException {
      long stands = revision(line);
      if (stands > revision) {
        return stands;
      }
      for (var file : files.entrySet()) {
        AtomicFiles.writeIfDifferent(place(file.getKey()), file.getValue());
      }
      removeOld(files.keySet());
      // Written last, so that an interrupted write is repeated.
      byte[] table = files.get(AnalysisFiles.TASKS);
      String digest = table == null ? stamp(1) : Digests.sha256(table);
      String stamp = (revision + " " + line + "\n" + digest).strip() + "\n";
      AtomicFiles.writeIfDifferent(stamp(), stamp.getBytes(StandardCharsets.UTF_8));
      return revision;
    }

    /** Refuses a folder written by another session of the same name. */
    void requireOwn(String session, Instant begun) throws IOException {
      String[] stamp = stamp(0).split(" ");
      if (stamp.length > 2 && !(stamp[1] + stamp[2]).equals(session + begun)) {
        throw refused(
            "%s belongs to session %s, started at %s: move it away, then export"
                .formatted(folder, stamp[1], stamp[2]));
      }
    }

    /** Returns the revision of this line in the folder; -1 if there is none. */
    private long revision(String line) throws IOException {
      String[] stamp = stamp(0).split(" ", 2);
      return stamp.length == 2 && stamp[1].equals(line) && stamp[0].matches("\\d{1,18}")
          ? Long.parseLong(stamp[0])
          : -1;
    }

    /** Returns whether a user has changed the task table since it was written. */
    boolean isTableDraft() throws IOException {
      Path file = place(AnalysisFiles.TASKS);
      return !stamp(1).isEmpty()
          && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
          && !Digests.sha256(Files.readAllBytes(file)).equals(stamp(1));
    }

    /**
     * Returns a line of the stamp: the revision with its line, then the digest of the written
     * table.
     */
    private String stamp(int line) throws IOException {
      return Files.isRegularFile(stamp(), LinkOption.NOFOLLOW_LINKS)
          ? Files.readString(stamp()).lines().skip(line).findFirst().orElse("")
          : "";
    }

    private Path stamp() {
      return place(".revision");
    }

    /** Writes one large file and sets its time to the origin's, for {@link #holds}. */
    void write(String path, Instant origin, byte[] content) throws IOException {
      Path file = place(path);
      AtomicFiles.writeIfDifferent(file, content);
      Files.setLastModifiedTime(file, FileTime.fromMillis(origin.toEpochMilli()));
    }

    boolean holds(String path, Instant origin) throws IOException {
      Path file = place(path);
      return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
          && Files.getLastModifiedTime(file).toMillis() == origin.toEpochMilli();
    }

    /**
     * Deletes files that were not written now: tasks of an older plan, ended waves, results that
     * are not final.
     */
    private void removeOld(Set<String> written) throws IOException {
      for (Path inside : List.of(place(SessionArtifacts.TASKS), folder)) {
        if (Files.isDirectory(inside, LinkOption.NOFOLLOW_LINKS)) {
          try (Stream<Path> files = Files.list(inside)) {
            for (Path file : files.toList()) {
              String path = folder.relativize(file).toString();
              boolean old =
                  OLD.matcher(path).matches()
                      || (written.contains(SessionArtifacts.CONTEXT_PACKAGE)
                          && OLD_CONTEXT.matcher(path).matches());
              if (old && !written.contains(path)) {
                Files.deleteIfExists(file);
              }
            }
          }
        }
      }
    }

    /** Resolves a file in the folder; refuses links on the way. */
    private Path place(String path) {
      Path place = folder.resolve(path).normalize();
      if (!place.startsWith(folder) || place.equals(folder)) {
        throw refused("'" + path + "' is outside the session folder");
      }
      requireNoLink(folder, Objects.requireNonNull(place.getParent()));
      return place;
    }

    @Override
    public void close() {
      lock.close();
    }
  }
}
