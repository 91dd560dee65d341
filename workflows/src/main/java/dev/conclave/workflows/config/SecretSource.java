package dev.conclave.workflows.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** A reference to a secret in the configuration: {@code env:NAME} or {@code file:PATH}. */
public final class SecretSource {
  private static final String ENVIRONMENT = "env:";
  private static final String FILE = "file:";

  private SecretSource() {}

  /** Returns whether the text is a reference rather than, perhaps, the secret itself. */
  public static boolean isReference(String source) {
    return source.startsWith(ENVIRONMENT) || source.startsWith(FILE);
  }

  /**
   * Reads a secret and strips whitespace around it.
   *
   * @throws IllegalArgumentException when it cannot be read; the message never quotes a secret
   */
  public static String read(String source, Map<String, String> environment) {
    if (source.startsWith(ENVIRONMENT)) {
      return Optional.ofNullable(environment.get(source.substring(ENVIRONMENT.length())))
          .map(String::strip)
          .orElseThrow(() -> new IllegalArgumentException("(" + source + ") is not set"));
    }
    if (!source.startsWith(FILE)) {
      // Not quoted: the user may have written the secret itself here.
      throw new IllegalArgumentException("(its source) is neither file:PATH nor env:NAME");
    }
    try {
      return Files.readString(Path.of(source.substring(FILE.length()))).strip();
    } catch (IOException | InvalidPathException e) {
      throw new IllegalArgumentException("(" + source + ") cannot be read", e);
    }
  }
}
