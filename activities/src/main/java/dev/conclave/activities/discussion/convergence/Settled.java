package dev.conclave.activities.discussion.convergence;

import dev.conclave.activities.discussion.Label;
import dev.conclave.activities.discussion.similarity.Alike;
import dev.conclave.workflows.discussion.CrossVerification;
import dev.conclave.workflows.discussion.Disagreement;
import dev.conclave.workflows.gate.Clarification;
import dev.conclave.workflows.wire.Cut;
import java.util.List;
import java.util.Optional;

/** Disagreements that a human's answer has settled; docs/discussion.md, section 4. Pure. */
public final class Settled {
  private static final int ANSWER = 400;

  private Settled() {}

  /** The disagreements, those that were left open with the newest answer that there is to them. */
  public static List<Disagreement> by(List<Clarification> said, List<Disagreement> disagreements) {
    return disagreements.stream()
        .map(one -> one.open() ? answer(said, one).map(a -> settled(one, a)).orElse(one) : one)
        .toList();
  }

  /**
   * The cross-verification with its disagreements settled.
   *
   * @param resolution how they stood before, in one sentence
   */
  public static CrossVerification by(List<Clarification> said, CrossVerification verified) {
    return new CrossVerification(
        verified.voters(),
        verified.notCrossVerified(),
        verified.agreements(),
        verified.partial(),
        by(said, verified.disagreements()),
        verified.unique(),
        resolution(said, verified, new Label(verified.resolution(), "")).en(),
        verified.alpha());
  }

  /** How the disagreements stand, in one sentence. */
  public static Label resolution(
      List<Clarification> said, CrossVerification verified, Label before) {
    List<Disagreement> all = by(said, verified.disagreements());
    long answered = open(verified.disagreements()) - open(all);
    if (answered == 0) {
      return before;
    }
    long open = open(all);
    long evidence = all.size() - open - answered;
    return new Label(
        "Of %d disagreements %d settled by evidence, %d by the human's answers, %d left open for the human."
            .formatted(all.size(), evidence, answered, open),
        "共 %d 处分歧：%d 处由证据解决，%d 处由人的回答解决，%d 处留给人决定。"
            .formatted(all.size(), evidence, answered, open));
  }

  private static long open(List<Disagreement> disagreements) {
    return disagreements.stream().filter(Disagreement::open).count();
  }

  private static Optional<Clarification> answer(List<Clarification> said, Disagreement open) {
    Alike alike = Alike.over(List.of());
    String topic = Questions.quoted(open.topic());
    return said.stream()
        .filter(
            one ->
                Asked.disagreement(one.question())
                    .filter(a -> a.equals(topic) || alike.same(a, topic))
                    .isPresent())
        .reduce((older, newer) -> newer);
  }

  private static Disagreement settled(Disagreement open, Clarification answer) {
    return new Disagreement(
        open.topic(),
        open.cause(),
        open.positions(),
        "Settled by %s: %s".formatted(answer.by(), Cut.shown(answer.answer(), ANSWER)),
        false);
  }
}
