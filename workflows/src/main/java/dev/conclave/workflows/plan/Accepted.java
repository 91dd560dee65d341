package dev.conclave.workflows.plan;

import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.gate.GateAnswer;
import dev.conclave.workflows.gate.GateContent.Option;
import dev.conclave.workflows.plan.Gates.TakenAnswer;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** An answer that was taken, for the record. Pure. */
final class Accepted {
  private Accepted() {}

  static Decision decision(TakenAnswer taken, Instant at, int round) {
    Gate gate = taken.gate();
    GateAnswer answer = taken.answer();
    return new Decision(
        at,
        gate.id(),
        gate.digest(),
        answer.by().orElse("unknown"),
        answer.kind(),
        solution(gate.shown().options(), answer),
        Bounds.shortened(answer),
        round,
        answered(gate.shown().questions(), answer));
  }

  private static Optional<String> solution(List<Option> options, GateAnswer answer) {
    return answer
        .solution()
        .filter(number -> number >= 1 && number <= options.size())
        .map(number -> options.get(number - 1).name());
  }

  private static List<String> answered(List<String> questions, GateAnswer answer) {
    if (answer.kind() == AnswerKind.CLARIFY && answer.answers().isEmpty()) {
      return questions;
    }
    return answer.answers().keySet().stream()
        .map(number -> questions.get(Integer.parseInt(number) - 1))
        .toList();
  }
}
