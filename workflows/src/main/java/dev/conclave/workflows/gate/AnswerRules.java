package dev.conclave.workflows.gate;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.conclave.workflows.discussion.Ledger.Question;
import dev.conclave.workflows.model.BudgetLimits;
import dev.conclave.workflows.text.WireMapper;
import dev.conclave.workflows.text.Words;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;

/**
 * Whether an answer fits the open gate, judged on the session's state alone. A refusal says what is
 * wrong and what to do next.
 */
public final class AnswerRules {
  private static final Pattern OPTION = Pattern.compile("#?(\\d{1,3})[.)]?");

  /** 16 KiB of text, and the names and ids around it. */
  private static final int MAX_BYTES = (16 << 10) + 512;

  /** A table of tasks repeats the topic in each row. */
  private static final int MAX_TABLE_BYTES = 128 << 10;

  /** Bound on the id that a sender gives its answer, in characters: it is remembered long. */
  private static final int MAX_ID = 200;

  /** Bound on constraints: a planner says of each one which task keeps it. */
  private static final int MAX_CONSTRAINTS = 30;

  private AnswerRules() {}

  /** The reason to refuse the answer, or empty when it can be taken. */
  public static Optional<String> refusal(Optional<Gate> open, GateAnswer answer) {
    if (open.isEmpty()) {
      return Optional.of(
          "the session is not waiting for an answer: gate " + answer.gate() + " is not open");
    }
    Gate gate = open.get();
    if (!gate.id().equals(answer.gate())) {
      return Optional.of(
          "gate %s is not open; look at gate %s, which is, and answer that one: it takes %s"
              .formatted(answer.gate(), gate.id(), kinds(gate)));
    }
    if (answer.digest().filter(seen -> !seen.equals(gate.digest())).isPresent()) {
      return Optional.of(
          "gate %s no longer shows what you saw; look again, then answer with digest %s"
              .formatted(gate.id(), gate.digest()));
    }
    String kind = Words.of(answer.kind());
    if (!gate.kinds().contains(answer.kind())) {
      return Optional.of(
          "gate %s does not take %s; it takes: %s".formatted(gate.id(), kind, kinds(gate)));
    }
    if (gate.checking() && answer.kind() != AnswerKind.CANCEL) {
      return Optional.of(
          "an answer to gate " + gate.id() + " is being checked; meanwhile only cancel is taken");
    }
    return excess(answer).or(() -> missing(kind, gate, answer)).or(() -> questions(gate, answer));
  }

  private static String kinds(Gate gate) {
    return gate.kinds().stream().map(Words::of).collect(Collectors.joining(", "));
  }

  private static Optional<String> questions(Gate gate, GateAnswer answer) {
    List<Question> asked = gate.shown().questions();
    if (asked.isEmpty() && !answer.answers().isEmpty()) {
      return Optional.of("gate " + gate.id() + " asks no questions");
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
      return Optional.of("there is no question " + number + "; the last is " + last);
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
              ? Optional.of("there is no solution to approve; ask for more-analysis, or cancel")
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
                      .map(other -> "agent " + other + " cannot be dropped; name one of: ")
                      .orElse("drop-agent needs the name of an agent, one of: ")
                  + String.join(", ", gate.shown().agents()));
      case TABLE ->
          unless(
              answer.text().isPresent(), kind + " needs the changed table: the text of tasks.csv");
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
    String range = last == 1 ? "1" : "1 to " + last;
    return number.isEmpty()
        ? Optional.of("%s needs the number of a %s, %s".formatted(kind, what, range))
        : unless(
            number.get() >= 1 && number.get() <= last,
            "there is no %s %d; choose %s".formatted(what, number.get(), range));
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
            .map(lacking -> "that is not enough for the next call; raise " + lacking.asLeast())
        : Optional.of("raise needs a budget: usd, calls or tokens, above 0");
  }

  /** What of the answer is too much, and what to do about it; empty when nothing is. */
  private static Optional<String> excess(GateAnswer answer) {
    int bytes = textBytes(WireMapper.get().valueToTree(answer));
    int most = answer.kind() == AnswerKind.EDIT ? MAX_TABLE_BYTES : MAX_BYTES;
    if (bytes > most) {
      return Optional.of(
          "the answer has %d bytes, and the limit is %d KiB; shorten it, or put it into a file of the repository"
              .formatted(bytes, most >> 10));
    }
    if (answer.constraints().size() > MAX_CONSTRAINTS) {
      return Optional.of(
          "%d constraints are too many: the limit is %d; combine some, or put them into a file of the repository"
              .formatted(answer.constraints().size(), MAX_CONSTRAINTS));
    }
    return answer
        .answerId()
        .filter(id -> id.length() > MAX_ID)
        .map(id -> "answer_id is longer than " + MAX_ID + " characters; give a shorter one");
  }

  /** Without the JSON around the texts: quotes and line ends are escaped there. */
  private static int textBytes(JsonNode node) {
    int own = node.asText().getBytes(StandardCharsets.UTF_8).length;
    int names = String.join("", (Iterable<String>) node::fieldNames).length();
    return own
        + names
        + StreamSupport.stream(node.spliterator(), false).mapToInt(AnswerRules::textBytes).sum();
  }
}
