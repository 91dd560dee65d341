package dev.conclave.workflows.gate;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.stream.Stream;

/** How much one answer may say. Pure. */
final class AnswerLimits {
  /** Bound on all texts of one answer together, in bytes of UTF-8. */
  static final int MAX_TEXT_BYTES = 16 << 10;

  /** Bound on the id that a sender gives its answer, in bytes of UTF-8: it is remembered long. */
  static final int MAX_ID_BYTES = 200;

  /** Bound on constraints: a planner says of each one which task keeps it. */
  static final int MAX_CONSTRAINTS = 30;

  private AnswerLimits() {}

  /** What of the answer is too much, and what to do about it; empty when nothing is. */
  static Optional<String> excess(GateAnswer answer) {
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
        .mapToInt(AnswerLimits::bytes)
        .sum();
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
