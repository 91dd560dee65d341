package dev.conclave.workflows.temporal;

import dev.conclave.workflows.config.DataFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;

/**
 * A host. Its id is made once and kept in the data folder, because host names change.
 *
 * @param id 12 hexadecimal digits
 */
public record HostId(String id, String name) {

  /**
   * The id of this host, made when there is none; parallel processes get the same one.
   *
   * @throws UncheckedIOException when the data folder cannot be read or written
   * @throws IllegalStateException when the file holds something else; the message names it
   */
  public static HostId of(DataFolder folder, Map<String, String> environment) {
    Path file = folder.hostIdFile();
    try {
      if (!Files.exists(file)) {
        make(folder, file);
      }
      String id = Files.readString(file).strip();
      if (!id.matches("[0-9a-f]{12}")) {
        throw new IllegalStateException(
            "The host id in %s is damaged: restore it (12 hexadecimal digits), or delete the file to be a new host; sessions of the old one then wait forever."
                .formatted(file));
      }
      return new HostId(id, name(environment));
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot keep a host id in " + file + ": " + e.getMessage(), e);
    }
  }

  /** A file is linked into place complete, so that no reader sees half of it and the first wins. */
  private static void make(DataFolder folder, Path file) throws IOException {
    folder.create();
    Path draft = Files.createTempFile(folder.root(), "host-id-", ".new");
    try {
      Files.writeString(draft, UUID.randomUUID().toString().replace("-", "").substring(0, 12));
      Files.createLink(file, draft);
    } catch (FileAlreadyExistsException e) {
      return; // another process was first: its id holds
    } catch (UnsupportedOperationException | FileSystemException e) {
      if (!Files.exists(file)) {
        Files.copy(draft, file); // a file system without hard links
      }
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  /** The name in {@code HOSTNAME}, else the kernel's (Linux), else the resolver's. */
  static String name(Map<String, String> environment) {
    String given = environment.getOrDefault("HOSTNAME", "");
    if (!given.isBlank()) {
      return given;
    }
    Path kernel = Path.of("/proc/sys/kernel/hostname");
    try {
      return Files.exists(kernel)
          ? Files.readString(kernel).strip()
          : InetAddress.getLocalHost().getHostName();
    } catch (IOException e) {
      return "localhost";
    }
  }
}
