package dev.conclave.activities.workspace;

import dev.conclave.activities.document.AtomicFiles;
import dev.conclave.activities.git.RawNames;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * All that stands in a folder, ignored files included, with what tells a touched file from an
 * untouched one: kind, mode, size, inode, and the times of change that no program can set back.
 *
 * @param stamps by raw name; folders end with a slash
 */
record SnapshotScan(Map<String, String> stamps) {
  static SnapshotScan of(Path root) throws IOException {
    Map<String, String> stamps = new TreeMap<>();
    Files.walkFileTree(root, new Walk(root, stamps));
    return new SnapshotScan(stamps);
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

  /** The sizes of all files together. */
  long bytes() {
    return stamps.values().stream()
        .map(stamp -> stamp.split(" ", -1))
        .filter(fields -> fields.length > 2)
        .mapToLong(fields -> Long.parseLong(fields[1]))
        .sum();
  }

  /** Kind and mode of a stamp; what is left when a file was written again with the same content. */
  static String kindAndMode(String stamp) {
    return stamp.substring(0, stamp.indexOf(' '));
  }

  private static String stamp(Path file, BasicFileAttributes basic) throws IOException {
    String kind =
        basic.isDirectory()
            ? "d"
            : basic.isSymbolicLink() ? "l" : basic.isRegularFile() ? "f" : "o";
    Map<String, Object> unix =
        Files.readAttributes(file, "unix:mode,ctime", LinkOption.NOFOLLOW_LINKS);
    String mode = kind + unix.get("mode");
    // A folder's own times change with what is in it, and that is seen on its own.
    return basic.isDirectory()
        ? mode + " "
        : String.join(
            " ",
            mode,
            String.valueOf(basic.size()),
            String.valueOf(basic.fileKey()),
            String.valueOf(basic.lastModifiedTime()),
            String.valueOf(unix.get("ctime")));
  }

  private static final class Walk extends SimpleFileVisitor<Path> {
    private final Path root;
    private final Map<String, String> stamps;
    private final StringBuilder prefix = new StringBuilder();

    Walk(Path root, Map<String, String> stamps) {
      this.root = root;
      this.stamps = stamps;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
        throws IOException {
      if (!folder.equals(root)) {
        prefix.append(RawNames.rawFileName(folder)).append('/');
        stamps.put(prefix.toString(), stamp(folder, attributes));
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException e) {
      if (!folder.equals(root)) {
        prefix.setLength(prefix.length() - 1);
        prefix.setLength(prefix.lastIndexOf("/") + 1);
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      stamps.put(prefix + RawNames.rawFileName(file), stamp(file, attributes));
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException e) {
      stamps.put(prefix + RawNames.rawFileName(file), "unreadable ");
      return FileVisitResult.CONTINUE;
    }
  }
}
