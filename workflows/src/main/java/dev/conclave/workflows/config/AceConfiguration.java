package dev.conclave.workflows.config;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An MCP server over stdio ({@code command}) or streamable HTTP ({@code url}); exactly one.
 *
 * @param env variables for the command
 * @param timeoutSeconds of one query
 */
public record AceConfiguration(
    List<String> command, Optional<String> url, Map<String, String> env, int timeoutSeconds) {
  public AceConfiguration {
    command = command == null ? List.of() : List.copyOf(command);
    url = url == null ? Optional.empty() : url;
    env = env == null ? Map.of() : Map.copyOf(env);
    timeoutSeconds = timeoutSeconds == 0 ? 60 : timeoutSeconds;
  }
}
