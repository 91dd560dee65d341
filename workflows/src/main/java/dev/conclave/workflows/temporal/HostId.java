package dev.conclave.workflows.temporal;

import dev.conclave.workflows.config.DataFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * A host as queues and people know it. The id is made once and kept in the data folder, because
 * host names change and those of containers always do.
 *
 * @param id 12 hexadecimal digits
 * @param name the host's name now, for people
 */
public record HostId(String id, String name) {
  private static final Pattern ID = Pattern.compile("[0-9a-f]{12}");

  /**
   * The id of this host, made when the data folder has none yet. Two processes that ask at once get
   * the same one.
   *
   * @throws UncheckedIOException when the data folder cannot be read or written
   * @throws IllegalStateException when the file holds something else; the message names it
   */
  public static HostId of(DataFolder folder, Map<String, String> environment) {
    Path file = folder.hostIdFile();
    try {
      if (!Files.exists(file)) {
        make(folder);
      }
      String id = Files.readString(file).strip();
      if (!ID.matcher(id).matches()) {
        throw new IllegalStateException(
            "The host id in "
                + file
                + " is damaged: restore it (12 hexadecimal digits), or delete"
                + " the file to be a new host; sessions of the old one then wait in vain.");
      }
      return new HostId(id, name(environment));
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot keep a host id in " + file + ": " + e.getMessage(), e);
    }
  }

  /** A file is linked into place complete, so that no reader sees half of it and the first wins. */
  private static void make(DataFolder folder) throws IOException {
    folder.create();
    Path file = folder.hostIdFile();
    Path draft = Files.createTempFile(folder.root(), "host-id-", ".new");
    try {
      String id = UUID.randomUUID().toString().replace("-", "").substring(0, 12);
      Files.writeString(draft, id + "\n");
      link(draft, file);
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  private static void link(Path draft, Path file) throws IOException {
    try {
      Files.createLink(file, draft);
    } catch (FileAlreadyExistsException e) {
      return; // another process was first: its id holds
    } catch (UnsupportedOperationException | java.nio.file.FileSystemException e) {
      // A file system without hard links: the copy fails too when the file has come to be.
      if (!Files.exists(file)) {
        Files.copy(draft, file);
      }
    }
  }

  /** What Linux calls itself, whether or not a resolver knows the name. */
  private static final Path KERNEL = Path.of("/proc/sys/kernel/hostname");

  /** The name in {@code HOSTNAME}, else the kernel's, else the resolver's. */
  static String name(Map<String, String> environment) {
    return name(environment, KERNEL);
  }

  static String name(Map<String, String> environment, Path kernel) {
    String given = environment.getOrDefault("HOSTNAME", "");
    if (!given.isBlank()) {
      return given;
    }
    String own = read(kernel);
    return own.isBlank() ? resolved() : own;
  }

  private static String read(Path kernel) {
    try {
      return Files.readString(kernel).strip();
    } catch (IOException e) {
      return "";
    }
  }

  /** A resolver may answer with localhost for a name that stands in no table. */
  private static String resolved() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "localhost";
    }
  }
}
