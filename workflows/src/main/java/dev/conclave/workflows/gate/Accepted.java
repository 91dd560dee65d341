package dev.conclave.workflows.gate;

import dev.conclave.workflows.discussion.Ledger.Question;
import dev.conclave.workflows.gate.GateContent.Option;
import dev.conclave.workflows.gate.Gates.TakenAnswer;
import dev.conclave.workflows.temporal.Bounds;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The answers that were taken, for the record. Pure. */
public final class Accepted {
  /** All decisions together. */
  static final int DECISIONS_BYTES = 256 << 10;

  private Accepted() {}

  /** The decisions with one more, bounded. */
  public static List<Decision> with(
      List<Decision> decisions, TakenAnswer taken, Instant at, int round) {
    List<Decision> all = new ArrayList<>(decisions);
    all.add(decision(taken, at, round));
    return fitted(all);
  }

  /** The newest answer with which a solution was approved. */
  public static Optional<Decision> approval(List<Decision> decisions) {
    return decisions.stream()
        .filter(d -> d.kind() == AnswerKind.APPROVE)
        .reduce((older, newer) -> newer);
  }

  /**
   * The decisions in at most {@link #DECISIONS_BYTES}: the words of the oldest are left out first;
   * who decided what, when and on which gate stays.
   */
  public static List<Decision> fitted(List<Decision> decisions) {
    List<Decision> fitted = new ArrayList<>(decisions);
    for (int i = 0; i < fitted.size() && Bounds.bytes(fitted) > DECISIONS_BYTES; i++) {
      fitted.set(i, fitted.get(i).withoutWords());
    }
    return fitted;
  }

  private static Decision decision(TakenAnswer taken, Instant at, int round) {
    Gate gate = taken.gate();
    GateAnswer answer = taken.answer();
    return new Decision(
        at,
        gate.id(),
        gate.digest(),
        answer.by().orElse("unknown"),
        answer.kind(),
        solution(gate.shown().options(), answer),
        answer.shortened(),
        round,
        answered(gate.shown().questions(), answer));
  }

  private static Optional<String> solution(List<Option> options, GateAnswer answer) {
    return answer
        .solution()
        .filter(number -> number >= 1 && number <= options.size())
        .map(number -> options.get(number - 1).name());
  }

  private static List<Question> answered(List<Question> questions, GateAnswer answer) {
    Stream<Question> answered =
        answer.kind() == AnswerKind.CLARIFY && answer.answers().isEmpty()
            ? questions.stream()
            : answer.answers().keySet().stream()
                .map(number -> questions.get(Integer.parseInt(number) - 1));
    return answered.map(Question::shortened).toList();
  }
}
