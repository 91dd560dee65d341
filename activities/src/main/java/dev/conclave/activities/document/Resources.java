package dev.conclave.activities.document;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** Texts bundled with the program. */
public final class Resources {
  private Resources() {}

  /** Reads a class path resource, by its name from the root or relative to a class. */
  public static String text(Class<?> base, String name) {
    try (InputStream in = base.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(name, e);
    }
  }
}
