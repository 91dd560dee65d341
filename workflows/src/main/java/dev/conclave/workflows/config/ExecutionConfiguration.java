package dev.conclave.workflows.config;

import dev.conclave.workflows.api.ExecutionActivities;
import dev.conclave.workflows.config.AgentConfiguration.Network;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Settings for executing plans; see docs/configuration.md.
 *
 * @param setup command lines that prepare a folder
 * @param checks command lines that must pass
 * @param include patterns of ignored files to copy, even with secrets
 * @param checkTimeout of one command
 * @param network of checks; setup may reach public addresses
 * @param readable paths outside the folder that commands may read
 * @param slots concurrent commands
 * @param repositories commands and patterns by the repository's path
 */
public record ExecutionConfiguration(
    List<String> setup,
    List<String> checks,
    List<String> include,
    Duration checkTimeout,
    Network network,
    List<String> readable,
    int slots,
    Map<String, RepositoryCommands> repositories) {

  /** The commands and patterns of one repository; replace the general ones. */
  public record RepositoryCommands(List<String> setup, List<String> checks, List<String> include) {}

  public ExecutionConfiguration {
    checkTimeout = checkTimeout == null ? ExecutionActivities.CHECK_TIMEOUT : checkTimeout;
    network = network == null ? Network.NONE : network;
    slots = slots == 0 ? 2 : slots;
  }

  /** Returns the commands and patterns for a folder; {@code home} replaces {@code ~}. */
  public RepositoryCommands in(Path folder, Path home) {
    return repositories.entrySet().stream()
        .filter(entry -> named(entry.getKey(), home).equals(folder))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElseGet(() -> new RepositoryCommands(setup, checks, include));
  }

  private static Path named(String path, Path home) {
    Path named =
        path.startsWith("~/") ? home.resolve(path.substring(2)) : Path.of(path).normalize();
    try {
      return named.toRealPath();
    } catch (IOException e) {
      return named;
    }
  }
}
