package dev.conclave.worker.stack;

import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.temporal.ServerException;
import java.io.IOException;

/** Whether the disk of the data folder has room, in words for people. */
public final class DiskSpace {

  /** Below this many bytes a session that clones, indexes and keeps replies may not get far. */
  public static final long LITTLE = 512L << 20;

  private DiskSpace() {}

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

  /** Why our folder cannot be used, and the fix, as a clause. */
  public static String explain(IOException e) {
    return "%s: %s; make it writable, free some space there, or set CONCLAVE_HOME to another folder"
        .formatted(e.getClass().getSimpleName(), e.getMessage());
  }
}
