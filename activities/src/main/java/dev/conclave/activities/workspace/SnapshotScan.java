package dev.conclave.activities.workspace;

import dev.conclave.activities.ActivityFailures;
import dev.conclave.activities.document.AtomicFiles;
import dev.conclave.activities.git.RawNames;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Stamps of all files in a folder by raw name, with change times (ctime), which programs cannot
 * reset; names of folders end with a slash.
 */
record SnapshotScan(Map<String, String> stamps) {
  private static final String ATTRIBUTES = "unix:mode,size,ino,lastModifiedTime,ctime";

  /** More than a tree may have: with more files, something was written. */
  private static final int MOST = 1_000_000;

  private static final int TYPE = 0170000;

  private static final String UNREADABLE = "0 unreadable";

  private static final int FOLDER = 0040000;
  private static final int FILE = 0100000;
  private static final int OWNER = 0700;

  static SnapshotScan of(Path root) {
    Map<String, String> stamps = new TreeMap<>();
    // Keeps only one folder open at a time, at any depth.
    Deque<String> below = new ArrayDeque<>(List.of(""));
    while (!below.isEmpty()) {
      ActivityFailures.checkInterrupted();
      String prefix = below.remove();
      add(RawNames.path(root, prefix), prefix, stamps, below);
    }
    return new SnapshotScan(stamps);
  }

  private static void add(
      Path folder, String prefix, Map<String, String> stamps, Deque<String> below) {
    if (stamps.size() > MOST) {
      stamps.put(prefix + "/", UNREADABLE);
      return;
    }
    try (Stream<Path> entries = Files.list(folder)) {
      for (Path entry : (Iterable<Path>) entries::iterator) {
        String raw = prefix + RawNames.rawFileName(entry);
        Map<String, Object> unix = attributes(entry);
        int mode = (int) unix.getOrDefault("mode", 0);
        if (unix.isEmpty()) {
          stamps.put(raw, UNREADABLE);
        } else if ((mode & TYPE) == FOLDER) {
          // A folder's times change with its entries, which have their own stamps.
          stamps.put(raw + "/", mode + " ");
          if (Files.isReadable(entry) && Files.isExecutable(entry)) {
            below.add(raw + "/");
          }
        } else {
          stamps.put(
              raw,
              Stream.of("mode", "size", "ino", "lastModifiedTime", "ctime")
                  .map(name -> String.valueOf(unix.get(name)))
                  .collect(Collectors.joining(" ")));
        }
      }
    } catch (IOException | UncheckedIOException e) {
      // A running process removed or closed it; never equal to an earlier stamp.
      stamps.put(prefix + "/", UNREADABLE);
    }
  }

  private static Map<String, Object> attributes(Path entry) {
    try {
      return Files.readAttributes(entry, ATTRIBUTES, LinkOption.NOFOLLOW_LINKS);
    } catch (IOException e) {
      return Map.of();
    }
  }

  static SnapshotScan read(Path file) throws IOException {
    Map<String, String> stamps = new TreeMap<>();
    List<String> fields = RawNames.split(Files.readAllBytes(file));
    for (int i = 0; i + 1 < fields.size(); i += 2) {
      stamps.put(fields.get(i), fields.get(i + 1));
    }
    return new SnapshotScan(stamps);
  }

  void write(Path file) throws IOException {
    StringBuilder text = new StringBuilder();
    stamps.forEach((raw, stamp) -> text.append(raw).append('\0').append(stamp).append('\0'));
    AtomicFiles.write(file, text.toString().getBytes(StandardCharsets.ISO_8859_1));
  }

  long bytes() {
    return stamps.values().stream()
        .map(stamp -> stamp.split(" ", -1))
        .filter(fields -> fields.length > 2)
        .mapToLong(fields -> Long.parseLong(fields[1]))
        .sum();
  }

  static Instant changed(String stamp) {
    return Instant.parse(stamp.substring(stamp.lastIndexOf(' ') + 1));
  }

  /** Returns whether the owner lacks any permission on a folder. */
  boolean isClosed(String folder) {
    String stamp = stamps.getOrDefault(folder, UNREADABLE);
    return (Integer.parseInt(stamp.substring(0, stamp.indexOf(' '))) & OWNER) != OWNER;
  }

  /** Returns whether both stamps are of regular files with the same mode. */
  static boolean isSameFile(String then, String now) {
    String mode = then.substring(0, Math.max(0, then.indexOf(' ')));
    return mode.matches("\\d+")
        && (Integer.parseInt(mode) & TYPE) == FILE
        && now.startsWith(mode + " ");
  }
}
