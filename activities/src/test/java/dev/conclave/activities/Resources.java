package dev.conclave.activities;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/** What stands in the resources of the tests. */
public final class Resources {
  private Resources() {}

  /** The file or folder of a name from the top, without a slash before it. */
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
