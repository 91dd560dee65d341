package dev.conclave.workflows.model;

import java.time.Duration;
import java.util.Optional;

/**
 * Whether an agent can be asked on a host.
 *
 * @param reason why not; absent when usable
 * @param level what holds its calls back there; absent for the built-in analyst, and without a
 *     program
 * @param whyLower why that is less than {@link SandboxLevel#SANDBOXED}; absent where it is not
 * @param writes whether it can carry tasks out
 * @param whyNotWriting why it cannot, with what to do about it; absent where it can
 */
public record AgentStatus(
    String agent,
    boolean usable,
    Optional<String> reason,
    Optional<String> version,
    Duration analysisTimeout,
    Duration planningTimeout,
    boolean waitOnRateLimit,
    Optional<SandboxLevel> level,
    Optional<String> whyLower,
    boolean writes,
    Optional<String> whyNotWriting,
    Duration executionTimeout) {
  /** The built-in analyst that needs no model and costs nothing. */
  public static final String DIRECT = "direct";

  public AgentStatus {
    // Of a worker that knows of no execution.
    executionTimeout = executionTimeout == null ? Duration.ofMinutes(30) : executionTimeout;
  }
}
