package dev.conclave.workflows.plan;

import dev.conclave.workflows.gate.GateAnswer;
import dev.conclave.workflows.wire.Digests;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.TreeMap;

/** What keeps the carried state small. Pure. */
final class Bounds {
  /** Longest text of an answer that is kept whole, in bytes of UTF-8. */
  static final int ANSWER_TEXT_BYTES = 2 << 10;

  private static final int SUMMARY_CHARACTERS = 60;

  private Bounds() {}

  /** An answer with its long texts shortened; the digest names the whole. */
  static GateAnswer shortened(GateAnswer answer) {
    TreeMap<String, String> answers = new TreeMap<>();
    answer.answers().forEach((number, text) -> answers.put(number, shortened(text)));
    return new GateAnswer(
        answer.gate(),
        answer.kind(),
        answer.answerId(),
        answer.digest(),
        answer.by(),
        answer.solution(),
        answer.executionMethod(),
        answer.codeReview(),
        answer.constraints().stream().map(Bounds::shortened).toList(),
        answer.scope(),
        answer.text().map(Bounds::shortened),
        answers,
        answer.acceptDrift(),
        answer.budget(),
        answer.agent());
  }

  /** A text of at most {@link #ANSWER_TEXT_BYTES}. */
  static String shortened(String text) {
    if (text.getBytes(StandardCharsets.UTF_8).length <= ANSWER_TEXT_BYTES) {
      return text;
    }
    int end = text.offsetByCodePoints(0, Math.min(400, text.codePointCount(0, text.length())));
    return text.substring(0, end) + "… [whole text: sha256 " + Digests.sha256(text) + "]";
  }

  /** The start of a text as one line, for summaries. */
  static String line(String text) {
    String line = text.strip().replaceAll("\\s+", " ");
    return line.codePointCount(0, line.length()) <= SUMMARY_CHARACTERS
        ? line
        : line.substring(0, line.offsetByCodePoints(0, SUMMARY_CHARACTERS - 1)) + "…";
  }

  /** At most so many characters of a message, for an ending or a note. */
  static String message(Optional<String> message) {
    return message.map(m -> m.length() <= 500 ? m : m.substring(0, 500) + "…").orElse("no reason");
  }
}
