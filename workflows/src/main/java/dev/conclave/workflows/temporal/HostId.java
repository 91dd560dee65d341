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
 * A host. Its id is created once and stored in the data folder, because host names change.
 *
 * @param id 12 hexadecimal digits
 */
public record HostId(String id, String name) {

  /**
   * Returns the id of this host, creating it if missing; parallel processes get the same id.
   *
   * @throws UncheckedIOException when the data folder cannot be read or written
   * @throws IllegalStateException when the file's content is invalid; the message names the file
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
            "The host id in %s is invalid: restore it (12 hexadecimal digits), or delete the file to become a new host; sessions of the old host then wait forever."
                .formatted(file));
      }
      return new HostId(id, name(environment));
    } catch (IOException e) {
      throw new UncheckedIOException(
          "Cannot store the host id in " + file + ": " + e.getMessage(), e);
    }
  }

  /**
   * Links a complete file into place, so that readers never see half of it and the first writer
   * wins.
   */
  private static void make(DataFolder folder, Path file) throws IOException {
    folder.create();
    Path draft = Files.createTempFile(folder.root(), "host-id-", ".new");
    try {
      Files.writeString(draft, UUID.randomUUID().toString().replace("-", "").substring(0, 12));
      Files.createLink(file, draft);
    } catch (FileAlreadyExistsException e) {
      return; // another process was first: use its id
    } catch (UnsupportedOperationException | FileSystemException e) {
      if (!Files.exists(file)) {
        Files.copy(draft, file); // a file system without hard links
      }
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  /** Returns the name from {@code HOSTNAME}, else the kernel (Linux), else the resolver. */
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
