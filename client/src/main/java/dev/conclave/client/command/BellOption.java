package dev.conclave.client.command;

import dev.conclave.client.terminal.Surroundings;
import picocli.CommandLine.Option;

/** The option {@code --no-bell}. */
public final class BellOption {
  @Option(names = "--no-bell", description = "Do not ring the terminal's bell when a gate opens.")
  private boolean off;

  /** Whether the terminal rings: unless it is told here or in the configuration not to. */
  public boolean rings(Surroundings around) {
    return !off && around.configuration().notifications().rings();
  }
}
