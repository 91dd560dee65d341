package dev.conclave.activities.document;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/** Folders of ours: looked over for links, removed whole. */
public final class Folders {
  private Folders() {}

  /** Removes a folder and all in it, if it is there; links are removed, never followed. */
  public static void delete(Path path) throws IOException {
    Deque<Path> folders = new ArrayDeque<>();
    if (isFolder(path)) {
      folders.push(path);
    }
    while (!folders.isEmpty()) {
      Path folder = folders.element();
      int before = folders.size();
      for (Path each : opened(folder)) {
        if (!isFolder(each)) {
          Files.deleteIfExists(each);
        } else if (folder.equals(path)) {
          folders.push(each);
        } else {
          // Moved up, since an agent may have made more folders in each other than fit into a path.
          open(each);
          folders.push(Files.move(each, path.resolve(UUID.randomUUID().toString())));
        }
      }
      if (folders.size() == before) {
        Files.deleteIfExists(folders.pop());
      }
    }
    Files.deleteIfExists(path);
  }

  /** Copies a folder with the files and links in it; links are copied as links. */
  public static void copy(Path from, Path to) throws IOException {
    Deque<Path> folders = new ArrayDeque<>(List.of(from));
    while (!folders.isEmpty()) {
      Path folder = folders.pop();
      Files.createDirectories(to.resolve(from.relativize(folder)));
      try (Stream<Path> inside = Files.list(folder)) {
        for (Path each : (Iterable<Path>) inside::iterator) {
          if (isFolder(each)) {
            folders.push(each);
          } else if (Files.isRegularFile(each) || Files.isSymbolicLink(each)) {
            Files.copy(
                each,
                to.resolve(from.relativize(each)),
                LinkOption.NOFOLLOW_LINKS,
                StandardCopyOption.COPY_ATTRIBUTES,
                StandardCopyOption.REPLACE_EXISTING);
          }
        }
      }
    }
  }

  private static boolean isFolder(Path path) {
    return Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
  }

  /** An agent may have closed a folder against everybody; it is ours, so it opens again. */
  private static void open(Path folder) throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
  }

  private static List<Path> opened(Path folder) throws IOException {
    open(folder);
    try (Stream<Path> inside = Files.list(folder)) {
      return inside.toList();
    }
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
