package dev.conclave.activities;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/** Access to test resources. */
public final class Resources {
  private Resources() {}

  /** Returns the file or folder at a resource path without a leading slash. */
  public static Path path(String name) {
    try {
      return Path.of(Objects.requireNonNull(Resources.class.getResource("/" + name), name).toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(name, e);
    }
  }

  public static String text(String name) {
    return text(path(name));
  }

  public static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
