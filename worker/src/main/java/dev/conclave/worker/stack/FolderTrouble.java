package dev.conclave.worker.stack;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.util.Locale;
import java.util.Optional;

/** Says why a folder of ours cannot be used, and what mends it. */
public final class FolderTrouble {
  private FolderTrouble() {}

  /** A clause for people: {@code the disk is full: free some space …}. */
  public static String explain(IOException e) {
    String said = reason(e);
    String small = said.toLowerCase(Locale.ROOT);
    if (small.contains("no space left") || small.contains("quota exceeded")) {
      return "the disk is full: free some space there, or set CONCLAVE_HOME to a folder elsewhere";
    }
    if (small.contains("read-only file system")) {
      return "it can only be read: set CONCLAVE_HOME to a folder that can be written";
    }
    if (e instanceof AccessDeniedException || small.contains("permission denied")) {
      return "it belongs to somebody else: make it yours (chown), or set CONCLAVE_HOME to another"
          + " folder";
    }
    if (small.contains("not a directory")
        || e instanceof java.nio.file.FileAlreadyExistsException) {
      return said
          + " is a file where a folder is needed: move it away, or set CONCLAVE_HOME to"
          + " another folder";
    }
    return said;
  }

  private static String reason(IOException e) {
    Optional<String> message = Optional.ofNullable(e.getMessage());
    if (e instanceof FileSystemException at && at.getReason() == null) {
      return e.getClass().getSimpleName() + " at " + message.orElse("an unknown place");
    }
    return message.orElseGet(() -> e.getClass().getSimpleName());
  }
}
