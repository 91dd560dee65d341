package dev.conclave.workflows.gate;

import dev.conclave.workflows.discussion.Ledger.Question;
import dev.conclave.workflows.temporal.Words;
import java.nio.charset.StandardCharsets;
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

  /** Bound on all texts of one answer together, in bytes of UTF-8. */
  static final int MAX_TEXT_BYTES = 16 << 10;

  /** Bound on the id that a sender gives its answer, in bytes of UTF-8: it is remembered long. */
  static final int MAX_ID_BYTES = 200;

  /** Bound on constraints: a planner says of each one which task keeps it. */
  static final int MAX_CONSTRAINTS = 30;

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
    return excess(answer).or(() -> missing(gate, answer)).or(() -> questions(gate, answer));
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

  /** What the answer lacks, in a sentence; empty when it lacks nothing. */
  private static Optional<String> missing(Gate gate, GateAnswer answer) {
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
    String range = last == 1 ? "1" : "1 to " + last;
    if (number.isEmpty()) {
      return Optional.of(kind + " needs a " + what + ", " + range);
    }
    int chosen = number.get();
    return unless(
        chosen >= 1 && chosen <= last,
        "there is no " + what + " " + chosen + "; choose " + range);
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

  /** What of the answer is too much, and what to do about it; empty when nothing is. */
  private static Optional<String> excess(GateAnswer answer) {
    if (textBytes(answer) > MAX_TEXT_BYTES) {
      return Optional.of(
          "the answer's texts hold "
              + textBytes(answer)
              + " bytes; at most "
              + MAX_TEXT_BYTES
              + " are taken: shorten them, or put the text into a file of the repository");
    }
    if (answer.constraints().size() > MAX_CONSTRAINTS) {
      return Optional.of(
          answer.constraints().size()
              + " constraints are more than the "
              + MAX_CONSTRAINTS
              + " that are taken: put them together, or into a file of the repository");
    }
    if (answer.answerId().filter(id -> bytes(id) > MAX_ID_BYTES).isPresent()) {
      return Optional.of("answer_id is longer than " + MAX_ID_BYTES + " bytes: give a shorter one");
    }
    return Optional.empty();
  }

  private static int textBytes(GateAnswer answer) {
    return Stream.of(
            answer.text().stream(),
            answer.answers().keySet().stream(),
            answer.answers().values().stream(),
            answer.constraints().stream(),
            answer.by().stream(),
            answer.answerId().stream(),
            answer.agent().stream(),
            answer.questions().stream(),
            answer.target().stream(),
            answer.scope().stream().flatMap(s -> s.included().stream()),
            answer.scope().stream().flatMap(s -> s.excluded().stream()))
        .flatMap(texts -> texts)
        .mapToInt(AnswerRules::bytes)
        .sum();
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
