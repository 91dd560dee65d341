package dev.conclave.workflows.gate;

import dev.conclave.workflows.config.BudgetLimits;
import dev.conclave.workflows.discussion.Ledger.Question;
import dev.conclave.workflows.temporal.Words;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Whether an answer fits the open gate, judged on the session's state alone. A refusal is a
 * sentence that says what is expected now.
 */
public final class AnswerRules {
  private static final Pattern OPTION = Pattern.compile("#?(\\d{1,3})[.)]?");

  /** Bound on all texts of one answer together, in bytes of UTF-8. */
  private static final int MAX_TEXT_BYTES = 16 << 10;

  /** Bound on the id that a sender gives its answer, in bytes of UTF-8: it is remembered long. */
  private static final int MAX_ID_BYTES = 200;

  /** Bound on constraints: a planner says of each one which task keeps it. */
  private static final int MAX_CONSTRAINTS = 30;

  private AnswerRules() {}

  /** The reason to refuse the answer, or empty when it can be taken. */
  public static Optional<String> refusal(Optional<Gate> open, GateAnswer answer) {
    if (open.isEmpty()) {
      return Optional.of(
          "the session awaits no answer now; gate " + answer.gate() + " is not open");
    }
    Gate gate = open.get();
    String expected =
        "; gate %s expects one of: %s"
            .formatted(
                gate.id(), gate.kinds().stream().map(Words::of).collect(Collectors.joining(", ")));
    if (!gate.id().equals(answer.gate())) {
      return Optional.of("gate " + answer.gate() + " is not open" + expected);
    }
    if (answer.digest().filter(seen -> !seen.equals(gate.digest())).isPresent()) {
      return Optional.of(
          "what you saw at gate %s is not what it shows now; look again, then answer with digest %s"
              .formatted(gate.id(), gate.digest()));
    }
    String kind = Words.of(answer.kind());
    if (!gate.kinds().contains(answer.kind())) {
      return Optional.of(kind + " is no answer to gate " + gate.id() + expected);
    }
    if (gate.checking() && answer.kind() != AnswerKind.CANCEL) {
      return Optional.of(
          "an answer to gate " + gate.id() + " is being checked; only cancel is taken meanwhile");
    }
    return excess(answer).or(() -> missing(kind, gate, answer)).or(() -> questions(gate, answer));
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
    if (IntStream.rangeClosed(1, last).mapToObj(Integer::toString).noneMatch(number::equals)) {
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

  /** What the answer lacks, in a sentence; empty when it lacks nothing. */
  private static Optional<String> missing(String kind, Gate gate, GateAnswer answer) {
    return switch (gate.type().need(answer.kind())) {
      case NOTHING -> Optional.empty();
      case SOLUTION ->
          gate.shown().options().isEmpty()
              ? Optional.of("there is no solution to approve; ask for more analysis, or cancel")
              : chosen(kind, "solution", gate, answer.solution());
      case STRATEGY -> chosen(kind, "strategy", gate, answer.strategy());
      case TEXT ->
          unless(answer.text().isPresent(), kind + " needs text that says what to do instead");
      case WORDS -> unless(!answer.words().isBlank(), kind + " needs text, or answers by number");
      case ANSWERS -> unless(!answer.answers().isEmpty(), kind + " needs answers by number");
      case QUESTIONS ->
          unless(!answer.questions().isEmpty(), kind + " needs questions, one or more");
      case BUDGET -> raise(gate, answer.budget().orElse(BudgetLimits.NONE));
      case AGENT ->
          unless(
              answer.agent().filter(gate.shown().agents()::contains).isPresent(),
              answer
                      .agent()
                      .map(other -> "no agent of that name can be dropped; those that can: ")
                      .orElse("drop-agent needs the name of an agent; those that can be dropped: ")
                  + String.join(", ", gate.shown().agents()));
      case TARGET ->
          unless(answer.target().isPresent(), kind + " needs a target: the directory to write to");
    };
  }

  private static Optional<String> unless(boolean brought, String sentence) {
    return brought ? Optional.empty() : Optional.of(sentence);
  }

  private static Optional<String> chosen(
      String kind, String what, Gate gate, Optional<Integer> number) {
    int last = gate.shown().options().size();
    return number.isEmpty()
        ? Optional.of("%s needs a %s, 1 to %d".formatted(kind, what, last))
        : unless(
            number.get() >= 1 && number.get() <= last,
            "there is no %s %d; choose 1 to %d".formatted(what, number.get(), last));
  }

  private static Optional<String> raise(Gate gate, BudgetLimits raise) {
    boolean raises =
        !raise.isEmpty()
            && raise.usd().filter(usd -> !(usd > 0 && usd < 1e9)).isEmpty()
            && raise.calls().filter(calls -> calls <= 0).isEmpty()
            && raise.tokens().filter(tokens -> tokens <= 0).isEmpty();
    return raises
        ? gate.shown()
            .needed()
            .map(raise::lacking)
            .filter(lacking -> !lacking.isEmpty())
            .map(lacking -> "that does not allow the next call: raise " + lacking.asLeast())
        : Optional.of("raise needs a budget: usd, calls or tokens, above 0");
  }

  /** What of the answer is too much, and what to do about it; empty when nothing is. */
  private static Optional<String> excess(GateAnswer answer) {
    int bytes =
        Stream.of(
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
    if (bytes > MAX_TEXT_BYTES) {
      return Optional.of(
          "the answer's texts hold %d bytes; at most %d are taken: shorten them, or put the text into a file of the repository"
              .formatted(bytes, MAX_TEXT_BYTES));
    }
    if (answer.constraints().size() > MAX_CONSTRAINTS) {
      return Optional.of(
          "%d constraints are more than the %d that are taken: put them together, or into a file of the repository"
              .formatted(answer.constraints().size(), MAX_CONSTRAINTS));
    }
    return answer
        .answerId()
        .filter(id -> bytes(id) > MAX_ID_BYTES)
        .map(id -> "answer_id is longer than " + MAX_ID_BYTES + " bytes: give a shorter one");
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
