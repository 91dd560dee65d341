package dev.conclave.workflows.config;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Reads the user's configuration, strictly: a key that means nothing is an error, not a wish. */
public final class ConfigurationReader {
  private ConfigurationReader() {}

  /**
   * The file that holds: {@code CONCLAVE_CONFIG}, else {@code
   * XDG_CONFIG_HOME/conclave/config.yaml}, else {@code ~/.config/conclave/config.yaml}.
   */
  public static Path file(Map<String, String> environment, Path home) {
    String own = environment.getOrDefault("CONCLAVE_CONFIG", "");
    if (!own.isBlank()) {
      return Path.of(own).toAbsolutePath().normalize();
    }
    String xdg = environment.getOrDefault("XDG_CONFIG_HOME", "");
    Path base = xdg.isBlank() ? home.resolve(".config") : Path.of(xdg);
    return base.resolve("conclave/config.yaml").toAbsolutePath().normalize();
  }

  /**
   * The configuration that holds; the defaults when there is no file and none was named.
   *
   * @throws ConfigurationException when the file is missing though named, or wrong
   */
  public static Configuration load(Map<String, String> environment, Path home) {
    Path file = file(environment, home);
    if (Files.exists(file)) {
      return read(file);
    }
    if (!environment.getOrDefault("CONCLAVE_CONFIG", "").isBlank()) {
      throw new ConfigurationException(
          file + ": does not exist; make it, or unset CONCLAVE_CONFIG for the defaults");
    }
    return Configuration.defaults();
  }

  /**
   * Reads one file.
   *
   * @throws ConfigurationException naming file, line and fix
   */
  public static Configuration read(Path file) {
    YamlDocument document = YamlDocument.read(file);
    Configuration configuration = document.bind(Configuration.class, YamlDocument::unknownKey);
    new ConfigurationRules(document).check(configuration);
    return configuration;
  }
}
