package dev.conclave.worker.stack;

import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.temporal.ServerException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** Bytes that are free for us, used by the data folder, and of those by our server's database. */
public record DiskSpace(long free, long used, long database) {

  /** Below this much a session that clones, indexes and keeps replies may not get far. */
  public static final long LITTLE = 512L << 20;

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
    double value = bytes;
    int unit = 0;
    for (; value >= 1024 && unit < 4; unit++) {
      value /= 1024;
    }
    String format = value < 10 && unit > 1 ? "%.1f %s" : "%.0f %s";
    return format.formatted(value, List.of("B", "kB", "MB", "GB", "TB").get(unit));
  }

  /** All files below. They come and go while agents work: what has gone counts for nothing. */
  public static long size(Path root) throws IOException {
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
    String what = e.getClass().getSimpleName() + ": " + e.getMessage();
    if (what.contains("No space left") || what.contains("quota exceeded")) {
      return "the disk is full: free some space there, or set CONCLAVE_HOME to a folder elsewhere";
    }
    return e instanceof AccessDeniedException || what.contains("Permission denied")
        ? "it belongs to somebody else: make it yours (chown), or set CONCLAVE_HOME to another folder"
        : what;
  }
}
