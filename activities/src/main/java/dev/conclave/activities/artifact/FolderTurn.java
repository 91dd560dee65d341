package dev.conclave.activities.artifact;

import dev.conclave.activities.document.AtomicFiles;
import dev.conclave.activities.workspace.PathLock;
import io.temporal.failure.ApplicationFailure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Stream;

/**
 * A turn at writing a session's folder, which nobody else writes until it is closed. Every write is
 * atomic and idempotent, an older revision never overtakes a newer one, and nothing is written
 * through a link.
 */
final class FolderTurn implements AutoCloseable {
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
      return Long.parseLong(
          Files.readString(GuardedPlaces.requireFile(folder.resolve(REVISION))).strip());
    } catch (NoSuchFileException none) {
      return -1;
    } catch (NumberFormatException damaged) {
      // Written whole or not at all, so somebody else wrote it; every file is then written again.
      return -1;
    }
  }

  /**
   * Says whose revisions are written from now on. A server that was set up anew gives an id again,
   * and a reset takes a session back; the revisions that stand are then no newer ones.
   *
   * @param owner names one line of revisions for ever: the session, when it was made, and the run
   */
  void belongsTo(String owner) throws IOException {
    Path file = GuardedPlaces.requireFile(GuardedPlaces.place(folder, OWNER));
    if (!Files.exists(file) || !Files.readString(file).equals(owner)) {
      Files.deleteIfExists(GuardedPlaces.place(folder, REVISION));
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
  long write(long revision, SortedMap<String, byte[]> files, List<String> keep) throws IOException {
    long stands = revision();
    if (stands > revision) {
      return stands;
    }
    for (var file : files.entrySet()) {
      AtomicFiles.writeIfDifferent(GuardedPlaces.place(folder, file.getKey()), file.getValue());
    }
    removeOldTasks(files.keySet(), keep);
    // Last, so that a write that broke off is done again.
    AtomicFiles.writeIfDifferent(
        GuardedPlaces.place(folder, REVISION), (revision + "\n").getBytes(StandardCharsets.UTF_8));
    return revision;
  }

  /**
   * Writes one large file more, such as a raw output, and remembers what it was made from; not
   * guarded by revision.
   *
   * @param origin names what the content was made from
   */
  void writeBeside(String path, String origin, byte[] content) throws IOException {
    AtomicFiles.writeIfDifferent(GuardedPlaces.place(folder, path), content);
    AtomicFiles.writeIfDifferent(originOf(path), origin.getBytes(StandardCharsets.UTF_8));
  }

  /** Whether a file stands and was made from that. */
  boolean holds(String path, String origin) throws IOException {
    Path memory = originOf(path);
    return Files.isRegularFile(GuardedPlaces.place(folder, path), LinkOption.NOFOLLOW_LINKS)
        && Files.isRegularFile(memory, LinkOption.NOFOLLOW_LINKS)
        && Files.readString(memory).equals(origin);
  }

  private Path originOf(String path) {
    Path file = GuardedPlaces.place(folder, path);
    return file.resolveSibling("." + file.getFileName() + ".origin");
  }

  /** Tasks that the rendering does not name are of an older plan. */
  private void removeOldTasks(Set<String> written, List<String> keep) throws IOException {
    Path tasks = GuardedPlaces.place(folder, SessionPaths.TASKS);
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
