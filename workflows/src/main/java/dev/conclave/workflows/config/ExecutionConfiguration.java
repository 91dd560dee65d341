package dev.conclave.workflows.config;

import dev.conclave.workflows.api.ExecutionActivities;
import dev.conclave.workflows.config.AgentConfiguration.Network;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Settings for carrying plans out; see docs/configuration.md.
 *
 * @param setup command lines that make a folder ready
 * @param checks command lines that have to pass
 * @param include patterns of ignored files to copy, those with secrets too
 * @param checkTimeout wall clock of one command
 * @param network of checks; setup reaches public addresses
 * @param readable paths outside of the folder that commands may read
 * @param slots commands at the same time
 * @param repositories other commands and patterns, by the repository's path
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

  /** The commands and patterns of one repository, in place of those for all. */
  public record RepositoryCommands(List<String> setup, List<String> checks, List<String> include) {}

  public ExecutionConfiguration {
    checkTimeout = checkTimeout == null ? ExecutionActivities.CHECK_TIMEOUT : checkTimeout;
    network = network == null ? Network.NONE : network;
    slots = slots == 0 ? 2 : slots;
  }

  /** The commands and patterns that hold in a folder; {@code home} is what {@code ~} stands for. */
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
