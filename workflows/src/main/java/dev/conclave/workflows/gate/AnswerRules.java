package dev.conclave.workflows.gate;

import dev.conclave.workflows.discussion.Ledger.Question;
import dev.conclave.workflows.temporal.Words;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Whether an answer fits the open gate, judged on the session's state alone. A refusal is a
 * sentence that says what is expected now.
 */
public final class AnswerRules {
  private static final Pattern OPTION = Pattern.compile("#?(\\d{1,3})[.)]?");

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
    List<Question> asked = gate.shown().questions();
    if (asked.isEmpty() && !answer.answers().isEmpty()) {
      return Optional.of("gate " + gate.id() + " asks no question that could be answered");
    }
    Optional<String> number = answer.text().filter(text -> option(text).isPresent());
    if (number.isPresent() && answer.answers().isEmpty() && !asked.isEmpty()) {
      return asked.size() == 1
          ? wrong("1", number.get(), asked)
          : Optional.of(
              "there are %d questions: say which one \"%s\" answers, by its number"
                  .formatted(asked.size(), number.get()));
    }
    return answer.answers().entrySet().stream()
        .flatMap(each -> wrong(each.getKey(), each.getValue(), asked).stream())
        .findFirst();
  }

  /**
   * What is wrong with an answer to one of these questions, in a sentence; empty when nothing is.
   */
  public static Optional<String> wrong(String number, String text, List<Question> asked) {
    int last = asked.size();
    if (!isNumber(number, last)) {
      return Optional.of("there is no question " + number + "; they are numbered 1 to " + last);
    }
    if (text.isBlank()) {
      return Optional.of("the answer to question " + number + " is empty");
    }
    Question question = asked.get(Integer.parseInt(number) - 1).shortened();
    int options = question.options().size();
    return option(text)
        .filter(option -> options > 0 && (option < 1 || option > options))
        .map(
            option ->
                "question %s has no option %d; answer in words, or by number: %s"
                    .formatted(number, option, question.line()));
  }

  /** The number of an option that an answer is; empty for words. */
  static Optional<Integer> option(String answer) {
    Matcher number = OPTION.matcher(answer.strip());
    return number.matches() ? Optional.of(Integer.parseInt(number.group(1))) : Optional.empty();
  }

  private static boolean isNumber(String text, int last) {
    return Stream.iterate(1, n -> n <= last, n -> n + 1).anyMatch(n -> text.equals(n.toString()));
  }
}
