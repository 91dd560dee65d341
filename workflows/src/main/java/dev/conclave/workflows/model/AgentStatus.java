package dev.conclave.workflows.model;

import java.time.Duration;
import java.util.Optional;

/**
 * Whether an agent can be used on a host.
 *
 * @param reason why not; absent when usable
 * @param level of its calls; absent for the built-in analyst, and without a program
 * @param whyLower why {@code level} is below {@link SandboxLevel#SANDBOXED}; absent otherwise
 * @param writes whether it can execute tasks
 * @param whyNotWriting why it cannot, and what to do about it; absent if it can
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
    // Older workers, without execution, send none.
    executionTimeout = executionTimeout == null ? Duration.ofMinutes(30) : executionTimeout;
  }
}
