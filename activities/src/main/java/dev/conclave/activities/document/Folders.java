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

/** Deletes, copies and lists folders without following links. */
public final class Folders {
  private Folders() {}

  /** Deletes a folder recursively, if it exists; links are deleted, never followed. */
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
          // Moved up, because an agent may have nested more folders than fit into a path.
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

  /** Copies a folder recursively; links are copied as links. */
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

  /** Restores access to a folder whose permissions an agent may have removed. */
  private static void open(Path folder) throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
  }

  private static List<Path> opened(Path folder) throws IOException {
    open(folder);
    try (Stream<Path> inside = Files.list(folder)) {
      return inside.toList();
    }
  }

  /** Returns the first link or file on the way from {@code top} down to a folder. */
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

  /** Returns the folders directly in a folder; empty if it does not exist. */
  public static List<Path> in(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> inside = Files.list(folder)) {
      return inside.filter(Files::isDirectory).toList();
    }
  }
}
