package dev.conclave.activities.agent.cli;

import dev.conclave.workflows.api.Mode;
import dev.conclave.workflows.config.AgentConfiguration;
import java.nio.file.Path;
import java.util.Map;

/**
 * What a command line is made for.
 *
 * @param directory in which the agent works
 * @param settings a folder of ours for settings of this agent
 * @param inherited the variables of our own environment that the child may see, the configuration's
 *     own included
 */
public record CliCall(
    Mode mode,
    AgentConfiguration configuration,
    Path directory,
    Path settings,
    Map<String, String> inherited) {

  /**
   * How long the program itself may wait for its model, in milliseconds: longer than we wait for a
   * word of it, so that it is always our guard that says what happened.
   */
  long patienceMillis() {
    return 2 * configuration.staleAfter().toMillis();
  }

  /** Whether the child will see a variable. */
  boolean has(String variable) {
    return !inherited.getOrDefault(variable, "").isBlank();
  }
}
