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
 * An open question to the human. Validates answers using only the session's state.
 *
 * @param id unique in a session: {@code {opening}-{type}}
 * @param digest of the content: first 16 hexadecimal digits of SHA-256
 * @param checking whether an answer is being checked against the workspace; until then only cancel
 *     is accepted
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

  /** 16 KiB of text, plus names and ids. */
  private static final int MAX_BYTES = (16 << 10) + 512;

  /** Larger, because a table of tasks repeats the topic in each row. */
  private static final int MAX_TABLE_BYTES = 128 << 10;

  /** Limit of an answer's id in characters, because ids are kept in the state. */
  private static final int MAX_ID = 200;

  /** Limit of constraints, because a planner assigns a task to each one. */
  private static final int MAX_CONSTRAINTS = 30;

  /**
   * Returns what changed in the workspace and what to do, as a clause; empty if nothing changed.
   */
  public Optional<String> drifted() {
    return drifted(
        "execute with --accept-drift", "approve with --accept-drift or request more-analysis");
  }

  /** Returns the same for a form, which has a field in place of the option. */
  public Optional<String> driftedOnForm() {
    return drifted(
        "accept this and execute it", "accept them and approve, or request more-analysis");
  }

  private Optional<String> drifted(String execute, String approve) {
    String sentence =
        type == GateType.CONFIRMATION
            ? "the workspace has changed and the plan no longer fits: %s; modify the plan, go back, or "
                + execute
            : "%s changed since the analysis; review the changes, then " + approve;
    return Optional.of(String.join(", ", shown.drift()).replaceAll("\\.(?=, |$)", ""))
        .filter(drift -> !drift.isEmpty())
        .map(sentence::formatted);
  }

  /** Returns why it refuses an answer and what to do; empty if it accepts. */
  public Optional<String> refusal(GateAnswer answer) {
    if (!id.equals(answer.gate())) {
      return Optional.of(
          "gate %s is not open; the open gate is %s, which takes %s"
              .formatted(answer.gate(), id, kindWords()));
    }
    if (answer.digest().filter(seen -> !seen.equals(digest)).isPresent()) {
      return Optional.of(
          "gate %s has changed since you viewed it; view it again, then answer with digest %s"
              .formatted(id, digest));
    }
    if (!kinds.contains(answer.kind())) {
      return Optional.of(
          "gate %s does not take %s; it takes: %s"
              .formatted(id, Words.of(answer.kind()), kindWords()));
    }
    if (checking && answer.kind() != AnswerKind.CANCEL) {
      return Optional.of(
          "an answer to gate " + id + " is being checked; until then only cancel is accepted");
    }
    return excess(answer)
        .or(() -> missing(answer).map(Missing::refusal).filter(why -> !why.isEmpty()))
        .or(() -> questions(answer));
  }

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
              "there are %d questions: prefix \"%s\" with the letter of its question, such as a=%2$s"
                  .formatted(asked.size(), number.get()));
    }
    return answer.answers().entrySet().stream()
        .flatMap(each -> wrong(each.getKey(), each.getValue()).stream())
        .findFirst();
  }

  /** Returns the error in an answer to a question, as a sentence; empty if valid. */
  public Optional<String> wrong(String number, String text) {
    int last = shown.questions().size();
    if (IntStream.rangeClosed(1, last).mapToObj(Integer::toString).noneMatch(number::equals)) {
      return Optional.of("there is no question " + number + "; the last one is " + letter(last));
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
                "question %s has no option %d; answer with text or a number: %s"
                    .formatted(name, option, question.line()));
  }

  /** Parses an answer as an option number; empty for other text. */
  static Optional<Integer> option(String answer) {
    Matcher number = OPTION.matcher(answer.strip());
    return number.matches() ? Optional.of(Integer.parseInt(number.group(1))) : Optional.empty();
  }

  /** Returns which limit an answer exceeds and what to do; empty if none. */
  private static Optional<String> excess(GateAnswer answer) {
    ObjectNode json = answer.json();
    int bytes = textBytes(json);
    int most = answer.kind() == AnswerKind.EDIT ? MAX_TABLE_BYTES : MAX_BYTES;
    if (bytes > most) {
      return Optional.of(
          ("the answer has %d bytes; the limit is %d KiB: shorten it, or put it into a file in"
                  + " the repository")
              .formatted(bytes, most >> 10));
    }
    int constraints = json.path("constraints").size();
    if (constraints > MAX_CONSTRAINTS) {
      return Optional.of(
          ("too many constraints (%d); the limit is %d: combine some, or put them into a file in"
                  + " the repository")
              .formatted(constraints, MAX_CONSTRAINTS));
    }
    return answer
        .answerId()
        .filter(id -> id.length() > MAX_ID)
        .map(id -> "answer_id is longer than " + MAX_ID + " characters; use a shorter one");
  }

  /** Counts without JSON syntax, where quotes and line ends are escaped. */
  private static int textBytes(JsonNode node) {
    int own = node.asText().getBytes(StandardCharsets.UTF_8).length;
    int names = String.join("", (Iterable<String>) node::fieldNames).length();
    return own
        + names
        + StreamSupport.stream(node.spliterator(), false).mapToInt(Gate::textBytes).sum();
  }
}
