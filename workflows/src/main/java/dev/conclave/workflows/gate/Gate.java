package dev.conclave.workflows.gate;

import static dev.conclave.workflows.gate.AnswerForm.letter;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.conclave.workflows.discussion.Ledger.Question;
import dev.conclave.workflows.gate.AnswerForm.Missing;
import dev.conclave.workflows.text.Words;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;

/**
 * An open question to the human, which judges answers on the session's state alone.
 *
 * @param id never used twice in a session: {@code {opening}-{type}}
 * @param digest of what is shown: SHA-256, the first 16 hexadecimal digits
 * @param checking whether an accepted answer is being checked against the workspace; only cancel is
 *     taken meanwhile
 */
@RecordBuilder
public record Gate(
    String id,
    GateType type,
    String digest,
    List<AnswerKind> kinds,
    Instant openedAt,
    boolean checking,
    GateContent shown)
    implements GateBuilder.With {
  private static final Pattern OPTION = Pattern.compile("#?(\\d{1,3})[.)]?");

  /** 16 KiB of text, and the names and ids around it. */
  private static final int MAX_BYTES = (16 << 10) + 512;

  /** A table of tasks repeats the topic in each row. */
  private static final int MAX_TABLE_BYTES = 128 << 10;

  /** Bound on the id that a sender gives its answer, in characters: it is remembered long. */
  private static final int MAX_ID = 200;

  /** Bound on constraints: a planner says of each one which task keeps it. */
  private static final int MAX_CONSTRAINTS = 30;

  /**
   * What changed in the workspace under it and what can be done, as a clause; empty when nothing.
   */
  public Optional<String> drifted() {
    String sentence =
        type == GateType.CONFIRMATION
            ? "the workspace has changed, and the plan no longer fits it: %s; modify the plan, go"
                + " back, or execute it with --accept-drift"
            : "%s changed since the analysis; look at the changes, then approve with"
                + " --accept-drift, or ask for more-analysis";
    return Optional.of(String.join(", ", shown.drift()).replaceAll("\\.(?=, |$)", ""))
        .filter(drift -> !drift.isEmpty())
        .map(sentence::formatted);
  }

  /** Why it cannot take an answer, with what to do next; empty when it can. */
  public Optional<String> refusal(GateAnswer answer) {
    if (!id.equals(answer.gate())) {
      return Optional.of(
          "gate %s is not open; look at gate %s, which is, and answer that one: it takes %s"
              .formatted(answer.gate(), id, kindWords()));
    }
    if (answer.digest().filter(seen -> !seen.equals(digest)).isPresent()) {
      return Optional.of(
          "gate %s no longer shows what you saw; look again, then answer with digest %s"
              .formatted(id, digest));
    }
    if (!kinds.contains(answer.kind())) {
      return Optional.of(
          "gate %s does not take %s; it takes: %s"
              .formatted(id, Words.of(answer.kind()), kindWords()));
    }
    if (checking && answer.kind() != AnswerKind.CANCEL) {
      return Optional.of(
          "an answer to gate " + id + " is being checked; meanwhile only cancel is taken");
    }
    return excess(answer)
        .or(() -> missing(answer).map(Missing::refusal).filter(why -> !why.isEmpty()))
        .or(() -> questions(answer));
  }

  /** What an answer lacks here. */
  public Optional<Missing> missing(GateAnswer answer) {
    return answer.kind().form().missing(answer, this);
  }

  private String kindWords() {
    return kinds.stream().map(Words::of).collect(Collectors.joining(", "));
  }

  private Optional<String> questions(GateAnswer answer) {
    List<Question> asked = shown.questions();
    if (asked.isEmpty() && !answer.answers().isEmpty()) {
      return Optional.of("gate " + id + " asks no questions");
    }
    Optional<String> number = answer.text().filter(text -> option(text).isPresent());
    if (number.isPresent() && answer.answers().isEmpty() && !asked.isEmpty()) {
      return asked.size() == 1
          ? wrong("1", number.get())
          : Optional.of(
              "there are %d questions: say which one \"%s\" answers, by its letter, such as a=%2$s"
                  .formatted(asked.size(), number.get()));
    }
    return answer.answers().entrySet().stream()
        .flatMap(each -> wrong(each.getKey(), each.getValue()).stream())
        .findFirst();
  }

  /** What is wrong with an answer to a question, in a sentence; empty when nothing is. */
  public Optional<String> wrong(String number, String text) {
    int last = shown.questions().size();
    if (IntStream.rangeClosed(1, last).mapToObj(Integer::toString).noneMatch(number::equals)) {
      return Optional.of("there is no question " + number + "; the last is " + letter(last));
    }
    String name = letter(Integer.parseInt(number));
    if (text.isBlank()) {
      return Optional.of("the answer to question " + name + " is empty");
    }
    Question question = shown.questions().get(Integer.parseInt(number) - 1).shortened();
    int options = question.options().size();
    return option(text)
        .filter(option -> options > 0 && (option < 1 || option > options))
        .map(
            option ->
                "question %s has no option %d; answer in words, or by number: %s"
                    .formatted(name, option, question.line()));
  }

  /** The number of an option that an answer is; empty for words. */
  static Optional<Integer> option(String answer) {
    Matcher number = OPTION.matcher(answer.strip());
    return number.matches() ? Optional.of(Integer.parseInt(number.group(1))) : Optional.empty();
  }

  /** What of the answer is too much, and what to do about it; empty when nothing is. */
  private static Optional<String> excess(GateAnswer answer) {
    ObjectNode json = answer.json();
    int bytes = textBytes(json);
    int most = answer.kind() == AnswerKind.EDIT ? MAX_TABLE_BYTES : MAX_BYTES;
    if (bytes > most) {
      return Optional.of(
          "the answer has %d bytes, and the limit is %d KiB; shorten it, or put it into a file of the repository"
              .formatted(bytes, most >> 10));
    }
    int constraints = json.path("constraints").size();
    if (constraints > MAX_CONSTRAINTS) {
      return Optional.of(
          "%d constraints are too many: the limit is %d; combine some, or put them into a file of the repository"
              .formatted(constraints, MAX_CONSTRAINTS));
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
        + StreamSupport.stream(node.spliterator(), false).mapToInt(Gate::textBytes).sum();
  }
}
