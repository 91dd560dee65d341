package dev.conclave.workflows.gate;

import java.util.Optional;

/**
 * The reply to an answer.
 *
 * @param first the first outcome when this is a repetition
 */
public record AnswerReply(
    String gate, AnswerOutcome outcome, Optional<AnswerOutcome> first, Optional<String> nextGate) {

  public enum AnswerOutcome {
    ACCEPTED,
    /** Taken, but what needs the workspace is not checked yet. */
    PENDING,
    /** The workspace had changed; a new gate says what. */
    REOPENED,
    /** It was sent before; its first outcome holds. */
    REPEATED
  }
}
