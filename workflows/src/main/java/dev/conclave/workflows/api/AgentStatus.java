package dev.conclave.workflows.api;

import java.time.Duration;
import java.util.Optional;

/**
 * Whether an agent can be asked on a host.
 *
 * @param reason why not; absent when usable
 */
public record AgentStatus(
    String agent,
    boolean usable,
    Optional<String> reason,
    Optional<String> version,
    Duration analysisTimeout,
    Duration planningTimeout,
    boolean waitOnRateLimit) {
  /** The built-in analyst that needs no model and costs nothing. */
  public static final String DIRECT = "direct";
}
