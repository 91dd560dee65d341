package dev.conclave.workflows.discussion;

import dev.conclave.workflows.gate.Clarification;
import dev.conclave.workflows.wire.Cut;
import java.util.List;

/**
 * A group about one thing whose members contradict each other.
 *
 * @param cause {@code polarity}, {@code quantity}, {@code explicit}, {@code effort} or {@code risk}
 * @param resolution how it was settled, or that it is left for the human
 * @param open whether it is left for the human
 * @param question that the human is asked about it, in the session's first language; empty when
 *     none is
 */
public record Disagreement(
    String topic,
    String cause,
    List<Position> positions,
    String resolution,
    boolean open,
    String question) {
  private static final int ANSWER = 400;

  public Disagreement {
    // One that was found before this was kept is asked about by no question that is known.
    question = question == null ? "" : question;
  }

  /** One of which nobody is asked. */
  public Disagreement(
      String topic, String cause, List<Position> positions, String resolution, boolean open) {
    this(topic, cause, positions, resolution, open, "");
  }

  /** The same, with the question that the human is asked about it. */
  public Disagreement asked(String words) {
    return new Disagreement(topic, cause, positions, resolution, open, words);
  }

  /** The same, settled by a human's answer. */
  public Disagreement settledBy(Clarification answer) {
    return new Disagreement(
        topic,
        cause,
        positions,
        "Settled by " + answer.by() + ": " + Cut.shown(answer.answer(), ANSWER),
        false,
        question);
  }

  /** Whether a human has settled it since it was asked about. */
  public boolean settledSince() {
    return !open && !question.isEmpty();
  }
}
