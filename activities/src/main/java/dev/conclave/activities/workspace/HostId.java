package dev.conclave.activities.workspace;

import dev.conclave.activities.document.AtomicFiles;
import dev.conclave.workflows.config.DataFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.regex.Pattern;

/**
 * This host's id: made once and kept in the data folder, since host names change and those of
 * containers always do. Task queues are named after it.
 */
public final class HostId {
  private static final String ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789";
  private static final int LENGTH = 12;
  private static final Pattern SOUND = Pattern.compile("[a-z0-9-]{1,64}");

  private HostId() {}

  /**
   * The id in a data folder, made when there is none yet.
   *
   * @throws IllegalStateException when the file holds something else
   */
  public static String of(DataFolder data) {
    Path file = data.hostIdFile();
    try (PathLock held = PathLock.take(file.resolveSibling(file.getFileName() + ".lock"))) {
      String id = Files.readString(file).strip();
      if (!SOUND.matcher(id).matches()) {
        throw new IllegalStateException(
            file
                + " holds no host id: delete it, and a new one is made; sessions of the old one end");
      }
      return id;
    } catch (NoSuchFileException first) {
      return make(data);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file + ": " + e.getMessage(), e);
    }
  }

  /** The host's name for people. */
  public static String name() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "localhost";
    }
  }

  private static String make(DataFolder data) {
    Path file = data.hostIdFile();
    try (PathLock held = PathLock.take(file.resolveSibling(file.getFileName() + ".lock"))) {
      if (Files.exists(file)) {
        return Files.readString(file).strip();
      }
      SecureRandom random = new SecureRandom();
      StringBuilder id = new StringBuilder();
      while (id.length() < LENGTH) {
        id.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
      }
      AtomicFiles.write(file, (id + "\n").getBytes(StandardCharsets.UTF_8));
      return id.toString();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file + ": " + e.getMessage(), e);
    }
  }
}
