package dev.conclave.workflows.gate;

import dev.conclave.workflows.temporal.Words;
import java.util.List;
import java.util.Optional;

/** Whether an answer brings what its kind needs at the open gate. Pure. */
final class AnswerNeeds {
  private AnswerNeeds() {}

  /** What the answer lacks, in a sentence; empty when it lacks nothing. */
  static Optional<String> missing(Gate gate, GateAnswer answer) {
    String kind = Words.of(answer.kind());
    return switch (gate.type().need(answer.kind())) {
      case NOTHING -> Optional.empty();
      case SOLUTION -> solution(gate, answer);
      case STRATEGY -> chosen(kind, "strategy", gate, answer.strategy());
      case TEXT ->
          unless(answer.text().isPresent(), kind + " needs text that says what to do instead");
      case WORDS -> unless(!answer.words().isBlank(), kind + " needs text, or answers by number");
      case ANSWERS -> unless(!answer.answers().isEmpty(), kind + " needs answers by number");
      case QUESTIONS ->
          unless(!answer.questions().isEmpty(), kind + " needs questions, one or more");
      case BUDGET -> raise(gate, answer);
      case AGENT -> agent(gate.shown().agents(), answer.agent());
      case TARGET ->
          unless(answer.target().isPresent(), kind + " needs a target: the directory to write to");
    };
  }

  private static Optional<String> unless(boolean brought, String sentence) {
    return brought ? Optional.empty() : Optional.of(sentence);
  }

  private static Optional<String> solution(Gate gate, GateAnswer answer) {
    return gate.shown().options().isEmpty()
        ? Optional.of("there is no solution to approve; ask for more analysis, or cancel")
        : chosen(Words.of(answer.kind()), "solution", gate, answer.solution());
  }

  private static Optional<String> chosen(
      String kind, String what, Gate gate, Optional<Integer> number) {
    int last = gate.shown().options().size();
    if (number.isEmpty()) {
      return Optional.of(kind + " needs a " + what + ", 1 to " + last);
    }
    int chosen = number.get();
    return unless(
        chosen >= 1 && chosen <= last,
        "there is no " + what + " " + chosen + "; choose 1 to " + last);
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
