package dev.conclave.workflows.gate;

import java.util.Optional;

/**
 * What was found of an answer when it came. It is kept in history: the words of a gate and the
 * rules of an answer may change with a build, what was taken or refused may not.
 *
 * @param repeated whether it was taken before
 * @param refusal a sentence for the sender; empty when the answer can be taken
 * @param unreadable whether nothing of it could be read by the worker that it came to
 */
public record AnswerVerdict(boolean repeated, Optional<String> refusal, boolean unreadable) {

  /** For an answer that can be taken, or was before. */
  public static AnswerVerdict taken(boolean repeated) {
    return new AnswerVerdict(repeated, Optional.empty(), false);
  }

  /** For an answer that cannot be taken. */
  public static AnswerVerdict refused(String reason) {
    return new AnswerVerdict(false, Optional.of(reason), false);
  }

  /** For one that cannot even be read. */
  public static AnswerVerdict unreadable(String why) {
    return new AnswerVerdict(false, Optional.of("the answer cannot be read: " + why), true);
  }
}
