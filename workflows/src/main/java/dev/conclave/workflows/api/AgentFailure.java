package dev.conclave.workflows.api;

import dev.conclave.workflows.model.FailureKind;
import dev.conclave.workflows.model.Receipt;
import dev.conclave.workflows.text.Bounds;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The details of a failed call, carried by the activity's failure.
 *
 * @param message one sentence for people, without secrets, at most 500 characters
 * @param resetAt when a rate limit ends, if the program said
 * @param changedPaths what an agent wrote in analysis mode, at most 50
 * @param receipt of the process; absent when none was started
 */
public record AgentFailure(
    FailureKind kind,
    String message,
    Optional<Instant> resetAt,
    List<String> changedPaths,
    Optional<Receipt> receipt) {

  /** The message of a call that was cancelled, which is no fault of its agent. */
  public static final String CANCELLED = "it was cancelled";

  /** A failure with nothing but a message, if that. */
  public static AgentFailure of(FailureKind kind, @Nullable String message) {
    return new AgentFailure(
        kind,
        Bounds.message(Optional.ofNullable(message)),
        Optional.empty(),
        List.of(),
        Optional.empty());
  }
}
