package dev.conclave.workflows.gate;

import java.util.Optional;

/**
 * What was found of an answer when it came. It is kept in history: the words of a gate and the
 * rules of an answer may change with a build, what was taken or refused may not.
 *
 * @param repeated whether it was taken before
 * @param refusal a sentence for the sender; empty when the answer can be taken
 */
public record AnswerVerdict(boolean repeated, Optional<String> refusal) {

  /** For an answer that cannot be taken. */
  public static AnswerVerdict refused(String reason) {
    return new AnswerVerdict(false, Optional.of(reason));
  }
}
