package dev.conclave.activities.search.source;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Git blob ids of files in a folder, remembered by size, times and inode, so that an unchanged file
 * is not read again. A file that changed within the last two seconds is not remembered: its next
 * change could keep the same time.
 */
final class BlobIds {
  private static final long RACY_NANOS = TimeUnit.SECONDS.toNanos(2);

  private final Path cache;
  private final Map<String, String> known;
  private final Map<String, String> seen = new TreeMap<>();

  private BlobIds(Path cache, Map<String, String> known) {
    this.cache = cache;
    this.known = known;
  }

  static BlobIds load(Path cache) {
    Map<String, String> known = new HashMap<>();
    try (BufferedReader reader = Files.newBufferedReader(cache, StandardCharsets.UTF_8)) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        String[] parts = line.split("\t", 3);
        if (parts.length == 3 && parts[0].length() == 40) {
          known.put(parts[2] + "\0" + parts[1], parts[0]);
        }
      }
    } catch (IOException e) {
      known.clear(); // absent or damaged: everything is hashed again
    }
    return new BlobIds(cache, known);
  }

  Optional<String> of(String path, Path file, BasicFileAttributes attributes) {
    String stamp =
        attributes.size()
            + "-"
            + attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS)
            + "-"
            + attributes.fileKey();
    String remembered = known.get(path + "\0" + stamp);
    try {
      String id = remembered == null ? blobId(Files.readAllBytes(file)) : remembered;
      if (!racy(attributes) && path.indexOf('\n') < 0) {
        seen.put(path, id + "\t" + stamp + "\t" + path);
      }
      return Optional.of(id);
    } catch (IOException e) {
      return Optional.empty(); // unreadable
    }
  }

  /** Writes what was seen; losing it costs only time, so a failure is no error. */
  void save() {
    try {
      Path folder = cache.toAbsolutePath().getParent();
      if (folder == null) {
        return;
      }
      Files.createDirectories(folder);
      Path temporary = Files.createTempFile(folder, "blob-ids", ".tmp");
      Files.write(temporary, seen.values(), StandardCharsets.UTF_8);
      Files.move(temporary, cache, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      known.clear();
    }
  }

  /** The id Git gives to this content. */
  static String blobId(byte[] content) {
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-1");
      sha.update(("blob " + content.length + "\0").getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(sha.digest(content));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-1", e);
    }
  }

  private static boolean racy(BasicFileAttributes attributes) {
    long age =
        TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis())
            - attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS);
    return age < RACY_NANOS;
  }
}
