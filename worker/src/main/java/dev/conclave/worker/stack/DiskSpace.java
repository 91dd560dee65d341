package dev.conclave.worker.stack;

import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.temporal.ServerException;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.atomic.AtomicLong;

/** Bytes that are free for us, used by the data folder, and of those by our server's database. */
public record DiskSpace(long free, long used, long database) {

  /** Below this much a session that clones, indexes and keeps replies may not get far. */
  public static final long LITTLE = 512L << 20;

  public static DiskSpace of(DataFolder folder) throws IOException {
    return new DiskSpace(folder.free(), size(folder.root()), size(LocalServer.database(folder)));
  }

  /** Throws a {@link ServerException} when there is too little room to start anything. */
  static void require(DataFolder folder) throws IOException {
    long free = folder.free();
    if (free < DataFolder.LEAST_FREE) {
      throw new ServerException(
          "There is only %s free in %s, too little for a Temporal server: free some space there, or set CONCLAVE_HOME to a folder elsewhere."
              .formatted(human(free), folder.root()));
    }
  }

  /** For people: {@code 1.4 GB}. */
  public static String human(long bytes) {
    double mebibytes = bytes / 1048576.0;
    return mebibytes < 1024
        ? "%.0f MB".formatted(mebibytes)
        : "%.1f GB".formatted(mebibytes / 1024);
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

  /** Why our folder cannot be used, and the fix, as a clause. */
  public static String explain(IOException e) {
    return "%s: %s; make it writable, free some space there, or set CONCLAVE_HOME to another folder"
        .formatted(e.getClass().getSimpleName(), e.getMessage());
  }
}
