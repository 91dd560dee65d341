package dev.conclave.workflows.config;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Sources of context in addition to the embedded index.
 *
 * @param ace an MCP server with {@code search_context}; it uploads source to a third party, so
 *     there is none by default
 */
public record SearchConfiguration(Optional<Ace> ace) {

  /**
   * An MCP server over stdio ({@code command}) or streamable HTTP ({@code url}); exactly one.
   *
   * @param timeoutSeconds of one query; default 60
   */
  public record Ace(
      List<String> command, Optional<String> url, Map<String, String> env, int timeoutSeconds) {
    public Ace {
      timeoutSeconds = timeoutSeconds == 0 ? 60 : timeoutSeconds;
    }
  }
}
