package dev.conclave.activities.document;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Folders of ours: looked over for links, removed whole. */
public final class Folders {
  private Folders() {}

  /** Removes a folder and all in it, if it is there; links are removed, never followed. */
  public static void delete(Path path) throws IOException {
    if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
      // An agent may have closed a folder against everybody; it is ours, so it opens again.
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwx------"));
      try (Stream<Path> inside = Files.list(path)) {
        for (Path each : inside.toList()) {
          delete(each);
        }
      }
    }
    Files.deleteIfExists(path);
  }

  /** The first on the way down to a folder below {@code top} that is a link or a file. */
  public static Optional<Path> obstacle(Path top, Path folder) {
    Path at = top;
    for (Path name : top.relativize(folder)) {
      at = at.resolve(name);
      if (Files.exists(at, LinkOption.NOFOLLOW_LINKS)
          && !Files.isDirectory(at, LinkOption.NOFOLLOW_LINKS)) {
        return Optional.of(at);
      }
    }
    return Optional.empty();
  }

  /** The folders directly in a folder; none where there is none. */
  public static List<Path> in(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> inside = Files.list(folder)) {
      return inside.filter(Files::isDirectory).toList();
    }
  }
}
