package dev.conclave.worker.stack;

import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.temporal.ServerException;
import java.io.IOException;

/** Checks and describes the disk space of the data folder. */
public final class DiskSpace {

  /** Warning limit in bytes: sessions clone, index and store replies. */
  public static final long LITTLE = 512L << 20;

  private DiskSpace() {}

  /** Throws a {@link ServerException} if there is too little space to start. */
  static void require(DataFolder folder) throws IOException {
    long free = folder.free();
    if (free < DataFolder.LEAST_FREE) {
      throw new ServerException(
          ("Only %s free in %s, too little for a Temporal server: free some space, or set"
                  + " CONCLAVE_HOME to another disk.")
              .formatted(human(free), folder.root()));
    }
  }

  public static String human(long bytes) {
    double mebibytes = bytes / 1048576.0;
    return mebibytes < 1024
        ? "%.0f MB".formatted(mebibytes)
        : "%.1f GB".formatted(mebibytes / 1024);
  }

  /** Returns the error of a folder and the fix, as a clause. */
  public static String explain(IOException e) {
    return "%s: %s; make it writable, free some space, or set CONCLAVE_HOME to another folder"
        .formatted(e.getClass().getSimpleName(), e.getMessage());
  }
}
