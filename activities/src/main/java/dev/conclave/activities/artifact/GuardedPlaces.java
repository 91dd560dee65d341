package dev.conclave.activities.artifact;

import dev.conclave.workflows.temporal.FailureTypes;
import io.temporal.failure.ApplicationFailure;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/** Places within a folder that no path and no link leads out of. */
final class GuardedPlaces {
  private GuardedPlaces() {}

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
