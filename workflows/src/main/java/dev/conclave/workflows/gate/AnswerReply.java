package dev.conclave.workflows.gate;

import java.util.Optional;

/**
 * The reply to an answer.
 *
 * @param first the first outcome if the answer was repeated
 */
public record AnswerReply(
    String gate, AnswerOutcome outcome, Optional<AnswerOutcome> first, Optional<String> nextGate) {

  public enum AnswerOutcome {
    ACCEPTED,
    /** Accepted; the check of the workspace is not complete. */
    PENDING,
    /** The workspace has changed; a new gate shows the changes. */
    REOPENED,
    /** It was sent before; its first outcome holds. */
    REPEATED
  }
}
