package dev.conclave.workflows.api;

import java.time.Duration;
import java.util.Optional;

/**
 * Whether an agent can be asked on a host.
 *
 * @param reason why not; absent when usable
 * @param version as the program reports it
 * @param analysisTimeout wall clock of an analysis on that host
 * @param planningTimeout wall clock of a plan
 * @param waitOnRateLimit whether the host's configuration waits a rate limit out
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
