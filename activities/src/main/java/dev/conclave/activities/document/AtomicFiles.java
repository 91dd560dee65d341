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
 * Writes files that are either the old or the new content, whatever dies when: a temporary file
 * beside the target, synced, then renamed. Thread-safe; of two writers one wins whole.
 */
public final class AtomicFiles {
  private static final Set<StandardOpenOption> NEW =
      Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);

  private AtomicFiles() {}

  /** Writes a file, making its folder when it is missing. */
  public static void write(Path target, byte[] content) throws IOException {
    write(target, content, Optional.empty());
  }

  public static void write(Path target, String text) throws IOException {
    write(target, text.getBytes(StandardCharsets.UTF_8));
  }

  /** Gives a file that is there other content; it keeps its permissions. */
  public static void replace(Path target, byte[] content) throws IOException {
    var permissions = Files.getPosixFilePermissions(target, LinkOption.NOFOLLOW_LINKS);
    write(target, content, Optional.of(permissions), only("rw-------"));
  }

  static void writePrivate(Path target, byte[] content) throws IOException {
    write(target, content, Optional.empty(), only("rw-------"));
  }

  /**
   * As {@link #write}, but leaves a file alone that has this content already, so that a repeated
   * write touches no time stamp.
   */
  public static void writeIfDifferent(Path target, byte[] content) throws IOException {
    if (!Files.isRegularFile(target, LinkOption.NOFOLLOW_LINKS)
        || Files.size(target) != content.length
        || !Arrays.equals(Files.readAllBytes(target), content)) {
      write(target, content);
    }
  }

  /** Makes a folder and its parents; those that did not exist are for the owner alone. */
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
    // A rename is durable only once its folder is.
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }
}
