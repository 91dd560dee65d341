package dev.conclave.workflows.config;

import java.util.Optional;

/**
 * Where context comes from beside the embedded index.
 *
 * @param ace an MCP server that answers {@code search_context}; it uploads source to a third party,
 *     so there is none by default
 */
public record SearchConfiguration(Optional<AceConfiguration> ace) {
  public SearchConfiguration {
    ace = ace == null ? Optional.empty() : ace;
  }

  static SearchConfiguration defaults() {
    return new SearchConfiguration(Optional.empty());
  }
}
