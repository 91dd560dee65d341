package dev.conclave.workflows.api;

import dev.conclave.workflows.model.FailureKind;
import dev.conclave.workflows.model.Receipt;
import dev.conclave.workflows.text.Bounds;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Details of a failed call, carried by the activity's failure.
 *
 * @param message one sentence without secrets, at most 500 characters
 * @param resetAt when a rate limit ends, if the program said so
 * @param changedPaths written by an agent in analysis mode, at most 50
 * @param receipt absent when no process was started
 */
public record AgentFailure(
    FailureKind kind,
    String message,
    Optional<Instant> resetAt,
    List<String> changedPaths,
    Optional<Receipt> receipt) {

  /** The message of a cancelled call, which is not a fault of the agent. */
  public static final String CANCELLED = "it was cancelled";

  /** Returns a failure with at most a message. */
  public static AgentFailure of(FailureKind kind, @Nullable String message) {
    return new AgentFailure(
        kind,
        Bounds.message(Optional.ofNullable(message)),
        Optional.empty(),
        List.of(),
        Optional.empty());
  }
}
