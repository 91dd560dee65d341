package dev.conclave.activities.discussion.convergence;

import dev.conclave.activities.discussion.Label;
import dev.conclave.workflows.discussion.CrossVerification;
import dev.conclave.workflows.discussion.Disagreement;
import dev.conclave.workflows.gate.Clarification;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Disagreements that a human's answer has settled; docs/discussion.md, section 4. Pure. */
public final class Settled {
  private Settled() {}

  /** The disagreements, those that were left open with the newest answer that there is to them. */
  public static List<Disagreement> by(List<Clarification> said, List<Disagreement> disagreements) {
    Map<Disagreement, Clarification> answers = new HashMap<>();
    for (Clarification answer : said) {
      asked(answer.question(), disagreements).ifPresent(one -> answers.put(one, answer));
    }
    return disagreements.stream()
        .map(one -> one.open() && answers.containsKey(one) ? one.settledBy(answers.get(one)) : one)
        .toList();
  }

  /**
   * The disagreement that a question asked about: the one of which the same is asked now, else the
   * only one of the same topic, word for word. What is merely like it may hold the contrary, so
   * that an answer to the one would be no answer to the other.
   */
  static Optional<Disagreement> asked(String question, List<Disagreement> disagreements) {
    Optional<Disagreement> same =
        disagreements.stream().filter(one -> Questions.about(one).is(question)).findFirst();
    List<Disagreement> ofTopic =
        Asked.disagreement(question).stream()
            .flatMap(topic -> disagreements.stream().filter(one -> topic.equals(topic(one))))
            .toList();
    return same.or(() -> ofTopic.size() == 1 ? Optional.of(ofTopic.get(0)) : Optional.empty());
  }

  private static String topic(Disagreement one) {
    return Questions.quoted(one.topic());
  }

  /** The cross-verification with the disagreements settled that somebody said something on. */
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
}
