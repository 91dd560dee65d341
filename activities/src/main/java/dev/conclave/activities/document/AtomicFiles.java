package dev.conclave.activities.document;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Writes files atomically: to a temporary file in the same folder, synced, then renamed. After a
 * crash a file has either the old or the new content. Thread-safe; one of two concurrent writers
 * wins.
 */
public final class AtomicFiles {
  private static final Set<StandardOpenOption> NEW =
      Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);

  private AtomicFiles() {}

  /** Writes a file, creating its folder if missing. */
  public static void write(Path target, byte[] content) throws IOException {
    write(target, content, Optional.empty());
  }

  public static void write(Path target, String text) throws IOException {
    write(target, text.getBytes(StandardCharsets.UTF_8));
  }

  /** Replaces the content of an existing file and keeps its permissions. */
  public static void replace(Path target, byte[] content) throws IOException {
    var permissions = Files.getPosixFilePermissions(target, LinkOption.NOFOLLOW_LINKS);
    write(target, content, Optional.of(permissions), only("rw-------"));
  }

  static void writePrivate(Path target, byte[] content) throws IOException {
    write(target, content, Optional.empty(), only("rw-------"));
  }

  /**
   * Writes a file unless it already has this content, so that a repeated write keeps its time
   * stamp.
   */
  public static void writeIfDifferent(Path target, byte[] content) throws IOException {
    if (!Files.isRegularFile(target, LinkOption.NOFOLLOW_LINKS)
        || Files.size(target) != content.length
        || !Arrays.equals(Files.readAllBytes(target), content)) {
      write(target, content);
    }
  }

  /** Creates a folder and its parents; only the owner can access the new ones. */
  public static void createPrivateFolders(Path folder) throws IOException {
    Files.createDirectories(folder, only("rwx------"));
  }

  private static FileAttribute<?> only(String permissions) {
    return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions));
  }

  private static void write(
      Path target,
      byte[] content,
      Optional<Set<PosixFilePermission>> permissions,
      FileAttribute<?>... attributes)
      throws IOException {
    Path folder =
        Objects.requireNonNull(target.toAbsolutePath().getParent(), "a file has a folder");
    Files.createDirectories(folder);
    Path temporary = folder.resolve(".conclave-" + UUID.randomUUID() + ".tmp");
    try {
      try (FileChannel channel = FileChannel.open(temporary, NEW, attributes)) {
        ByteBuffer rest = ByteBuffer.wrap(content);
        while (rest.hasRemaining()) {
          channel.write(rest);
        }
        if (permissions.isPresent()) {
          Files.setPosixFilePermissions(temporary, permissions.get());
        }
        channel.force(true);
      }
      Files.move(
          temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(temporary);
    }
    // A rename is durable only after its folder is synced.
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }
}
