package dev.conclave.workflows.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * A secret that the configuration names but does not hold: {@code env:NAME} or {@code file:PATH}.
 */
public final class SecretSource {
  private static final String ENVIRONMENT = "env:";
  private static final String FILE = "file:";

  private SecretSource() {}

  /** Whether the text names a place and is not, perhaps, the secret itself. */
  public static boolean isOne(String source) {
    return source.startsWith(ENVIRONMENT) || source.startsWith(FILE);
  }

  /**
   * Reads a secret; white space around it is dropped.
   *
   * @throws IllegalArgumentException why there is none; never quotes a secret
   */
  public static String read(String source, Map<String, String> environment) {
    if (source.startsWith(ENVIRONMENT)) {
      return Optional.ofNullable(environment.get(source.substring(ENVIRONMENT.length())))
          .map(String::strip)
          .orElseThrow(() -> new IllegalArgumentException("(" + source + ") is not set"));
    }
    if (!source.startsWith(FILE)) {
      // The source is not quoted: somebody may have written the secret itself here.
      throw new IllegalArgumentException("(its source) is neither file:PATH nor env:NAME");
    }
    try {
      return Files.readString(Path.of(source.substring(FILE.length()))).strip();
    } catch (IOException | InvalidPathException e) {
      throw new IllegalArgumentException("(" + source + ") cannot be read", e);
    }
  }
}
