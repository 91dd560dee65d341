package dev.conclave.workflows.gate;

import dev.conclave.workflows.wire.Words;
import java.util.List;
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
        .or(() -> missing(gate, answer))
        .or(() -> questions(gate, answer));
  }

  /** What a gate takes, in a sentence. */
  public static String expected(Gate gate) {
    return "gate "
        + gate.id()
        + " expects one of: "
        + gate.kinds().stream().map(Words::of).collect(Collectors.joining(", "));
  }

  private static Optional<String> missing(Gate gate, GateAnswer answer) {
    return switch (answer.kind()) {
      case APPROVE -> solution(gate, answer);
      case CLARIFY ->
          answer.words().isBlank()
              ? Optional.of("clarify needs text, or answers by number")
              : Optional.empty();
      case CHANGE_DIRECTION, DIFFERENT_DIRECTION, MODIFY ->
          answer.text().isEmpty()
              ? Optional.of(Words.of(answer.kind()) + " needs text that says what to do instead")
              : Optional.empty();
      case RAISE -> raise(gate, answer);
      case DROP_AGENT -> agent(gate.shown().agents(), answer.agent());
      case PROCEED, MORE_ANALYSIS, EXECUTE, BACK, SAVE, DECIDE, CANCEL -> Optional.empty();
    };
  }

  private static Optional<String> solution(Gate gate, GateAnswer answer) {
    int last = gate.shown().options().size();
    if (last == 0) {
      return Optional.of("there is no solution to approve; ask for more analysis, or cancel");
    }
    int chosen = answer.solution().orElse(0);
    if (answer.solution().isEmpty()) {
      return Optional.of("approve needs a solution, 1 to " + last);
    }
    return chosen >= 1 && chosen <= last
        ? Optional.empty()
        : Optional.of("there is no solution " + chosen + "; choose 1 to " + last);
  }

  private static Optional<String> agent(List<String> droppable, Optional<String> agent) {
    if (agent.filter(droppable::contains).isPresent()) {
      return Optional.empty();
    }
    String names = String.join(", ", droppable);
    return Optional.of(
        agent.isEmpty()
            ? "drop-agent needs the name of an agent; those that can be dropped: " + names
            : "no agent of that name can be dropped; those that can: " + names);
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

  private static Optional<String> raise(Gate gate, GateAnswer answer) {
    boolean raises =
        answer
            .budget()
            .filter(b -> !b.raisesNothing())
            .filter(
                b ->
                    b.usd().filter(usd -> !(usd > 0 && usd < 1e9)).isEmpty()
                        && b.calls().filter(calls -> calls <= 0).isEmpty()
                        && b.tokens().filter(tokens -> tokens <= 0).isEmpty())
            .isPresent();
    if (!raises) {
      return Optional.of("raise needs a budget: usd, calls or tokens, above 0");
    }
    return gate.shown()
        .needed()
        .map(needed -> answer.budget().orElseThrow().lacking(needed))
        .filter(lacking -> !lacking.raisesNothing())
        .map(lacking -> "that does not allow the next call: raise " + lacking.asLeast());
  }
}
