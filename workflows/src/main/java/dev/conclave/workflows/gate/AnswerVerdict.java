package dev.conclave.workflows.gate;

import java.util.Optional;

/**
 * The verdict on an answer, kept in history: a replay must not judge it anew.
 *
 * @param refusal a sentence for the sender; empty when the answer can be taken
 * @param unreadable whether nothing of it could be read by the worker that it came to
 */
public record AnswerVerdict(boolean repeated, Optional<String> refusal, boolean unreadable) {

  public static AnswerVerdict taken(boolean repeated) {
    return new AnswerVerdict(repeated, Optional.empty(), false);
  }

  public static AnswerVerdict refused(String reason) {
    return new AnswerVerdict(false, Optional.of(reason), false);
  }

  public static AnswerVerdict unreadable(String why) {
    return new AnswerVerdict(false, Optional.of("the answer cannot be read: " + why), true);
  }
}
