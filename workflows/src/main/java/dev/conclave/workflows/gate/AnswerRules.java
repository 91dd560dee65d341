package dev.conclave.workflows.gate;

import dev.conclave.workflows.wire.Words;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Whether an answer fits the open gate, judged on the session's state alone. A refusal is a
 * sentence that says what is expected now.
 */
public final class AnswerRules {
  private AnswerRules() {}

  /** The reason to refuse the answer, or empty when it can be taken. */
  public static Optional<String> refusal(Optional<Gate> open, GateAnswer answer) {
    if (open.isEmpty()) {
      return Optional.of(
          "the session awaits no answer now; gate " + answer.gate() + " is not open");
    }
    Gate gate = open.get();
    if (!gate.id().equals(answer.gate())) {
      return Optional.of("gate " + answer.gate() + " is not open; " + expected(gate));
    }
    if (answer.digest().isPresent() && !gate.digest().equals(answer.digest().get())) {
      return Optional.of(
          "what you saw at gate "
              + gate.id()
              + " is not what it shows now; look again, then answer with digest "
              + gate.digest());
    }
    if (!gate.kinds().contains(answer.kind())) {
      return Optional.of(
          Words.of(answer.kind()) + " is no answer to gate " + gate.id() + "; " + expected(gate));
    }
    if (gate.checking() && answer.kind() != AnswerKind.CANCEL) {
      return Optional.of(
          "an answer to gate " + gate.id() + " is being checked; only cancel is taken meanwhile");
    }
    return AnswerLimits.excess(answer)
        .or(() -> AnswerNeeds.missing(gate, answer))
        .or(() -> questions(gate, answer));
  }

  /** What a gate takes, in a sentence. */
  public static String expected(Gate gate) {
    return "gate "
        + gate.id()
        + " expects one of: "
        + gate.kinds().stream().map(Words::of).collect(Collectors.joining(", "));
  }

  private static Optional<String> questions(Gate gate, GateAnswer answer) {
    int last = gate.shown().questions().size();
    if (last == 0 && !answer.answers().isEmpty()) {
      return Optional.of("gate " + gate.id() + " asks no question that could be answered");
    }
    return answer.answers().entrySet().stream()
        .flatMap(each -> wrong(each.getKey(), each.getValue(), last).stream())
        .findFirst();
  }

  private static Optional<String> wrong(String number, String text, int last) {
    if (!isNumber(number, last)) {
      return Optional.of("there is no question " + number + "; they are numbered 1 to " + last);
    }
    return text.isBlank()
        ? Optional.of("the answer to question " + number + " is empty")
        : Optional.empty();
  }

  private static boolean isNumber(String text, int last) {
    return Stream.iterate(1, n -> n <= last, n -> n + 1).anyMatch(n -> text.equals(n.toString()));
  }
}
