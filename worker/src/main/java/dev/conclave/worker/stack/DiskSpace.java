package dev.conclave.worker.stack;

import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.temporal.ServerException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * The room that is left and taken, in bytes.
 *
 * @param free for us, on the disk that has the data folder
 * @param used by the data folder, the database included
 * @param database the sessions of our own server
 */
public record DiskSpace(long free, long used, long database) {

  /** Below this much a session that clones, indexes and keeps replies may not get far. */
  public static final long LITTLE = 512L << 20;

  /** Measures. */
  public static DiskSpace of(DataFolder folder) throws IOException {
    return new DiskSpace(folder.free(), size(folder.root()), size(LocalServer.database(folder)));
  }

  /**
   * Says when there is little room.
   *
   * @throws ServerException when there is too little to start anything
   */
  static void require(DataFolder folder, Consumer<String> progress) throws IOException {
    long free = folder.free();
    if (free < DataFolder.LEAST_FREE) {
      throw new ServerException(
          "Only %s are free in %s, too little for a Temporal server: free some space there, or set CONCLAVE_HOME to a folder elsewhere."
              .formatted(human(free), folder.root()));
    }
    if (free < LITTLE) {
      progress.accept(
          "Only %s are free in %s: free some space before sessions need it."
              .formatted(human(free), folder.root()));
    }
  }

  /** For people: {@code 1.4 GB}. */
  public static String human(long bytes) {
    if (bytes < 1 << 10) {
      return bytes + " B";
    }
    int unit = Math.min(3, (63 - Long.numberOfLeadingZeros(bytes)) / 10 - 1);
    double value = bytes / Math.pow(1024, unit + 1);
    String format = value < 10 && unit > 0 ? "%.1f %s" : "%.0f %s";
    return String.format(Locale.ROOT, format, value, new String[] {"kB", "MB", "GB", "TB"}[unit]);
  }

  /** All files below. They come and go while agents work: what has gone counts for nothing. */
  public static long size(Path root) throws IOException {
    if (!Files.exists(root)) {
      return 0;
    }
    AtomicLong sum = new AtomicLong();
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes is) {
            sum.addAndGet(is.size());
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException gone) {
            return FileVisitResult.CONTINUE;
          }
        });
    return sum.get();
  }

  /** Why a folder of ours cannot be used, and what mends it, as a clause for people. */
  public static String explain(IOException e) {
    String what =
        e.getMessage() == null
            ? e.getClass().getSimpleName()
            : e instanceof FileSystemException at && at.getReason() == null
                ? e.getClass().getSimpleName() + " at " + e.getMessage()
                : e.getMessage();
    String small = what.toLowerCase(Locale.ROOT);
    if (small.contains("no space left") || small.contains("quota exceeded")) {
      return "the disk is full: free some space there, or set CONCLAVE_HOME to a folder elsewhere";
    }
    if (e instanceof AccessDeniedException || small.contains("permission denied")) {
      return "it belongs to somebody else: make it yours (chown), or set CONCLAVE_HOME to another folder";
    }
    if (small.contains("not a directory") || e instanceof FileAlreadyExistsException) {
      return what
          + " is a file where a folder is needed: move it away, or set CONCLAVE_HOME to another folder";
    }
    return what;
  }
}
