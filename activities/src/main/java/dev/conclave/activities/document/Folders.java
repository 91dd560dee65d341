package dev.conclave.activities.document;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;

/** Removal of whole folders of ours. */
public final class Folders {
  private Folders() {}

  /** Removes a folder and all in it, if it is there; links are removed, never followed. */
  public static void delete(Path path) throws IOException {
    if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
      // An agent may have closed a folder against everybody; it is ours, so it opens again.
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwx------"));
      for (Path each : list(path)) {
        delete(each);
      }
    }
    Files.deleteIfExists(path);
  }

  private static List<Path> list(Path folder) throws IOException {
    try (Stream<Path> inside = Files.list(folder)) {
      return inside.toList();
    }
  }
}
