package dev.conclave.client.gate;

import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.Gate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Answers to questions of a gate by their numbers: {@code 1=per user; 2=100 a minute}.
 *
 * @param choices of the gate
 */
record NumberedAnswers(Gate gate, List<GateChoice> choices) {
  private static final Pattern NUMBERED =
      Pattern.compile("(\\d{1,3})\\s*=\\s*(.*)", Pattern.DOTALL);
  private static final Pattern BETWEEN = Pattern.compile("[;；]\\s*(?=\\d{1,3}\\s*=)");

  /** The kind with which questions of the gate are answered; empty when none of its kinds is. */
  static Optional<AnswerKind> kind(Gate gate) {
    return Stream.of(AnswerKind.CLARIFY, AnswerKind.MORE_ANALYSIS)
        .filter(gate.kinds()::contains)
        .findFirst();
  }

  /** What was typed; empty when it is no answer to a question, or the gate has none. */
  Optional<GateMenu.Said> read(String line) {
    if (gate.shown().questions().isEmpty() || !NUMBERED.matcher(line).matches()) {
      return Optional.empty();
    }
    return Optional.of(
        kind(gate)
            .flatMap(kind -> choices.stream().filter(c -> c.kind() == kind).findFirst())
            .map(choice -> read(choice, line))
            .orElseGet(
                () ->
                    new GateMenu.Said.Unclear("Questions can be answered at this gate no more.")));
  }

  private GateMenu.Said read(GateChoice choice, String line) {
    int last = gate.shown().questions().size();
    Map<String, String> answers = new TreeMap<>();
    for (String part : BETWEEN.splitAsStream(line).toList()) {
      Matcher each = NUMBERED.matcher(part);
      int number = each.matches() ? Integer.parseInt(each.group(1)) : 0;
      if (number < 1 || number > last) {
        return new GateMenu.Said.Unclear(
            "There is no question %d; they are numbered 1 to %d.".formatted(number, last));
      }
      if (each.group(2).isBlank()) {
        return new GateMenu.Said.Unclear(
            "Write the answer to question " + number + " behind the =.");
      }
      answers.put(String.valueOf(number), each.group(2).strip());
    }
    return new GateMenu.Said.Numbered(choice, answers);
  }
}
