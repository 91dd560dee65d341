package dev.conclave.workflows.plan;

import dev.conclave.workflows.gate.GateAnswer;
import dev.conclave.workflows.wire.Cut;
import dev.conclave.workflows.wire.Digests;
import dev.conclave.workflows.wire.WireMapper;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** What keeps the carried state small. Pure. */
final class Bounds {
  /** Longest text of an answer that is kept whole, in bytes of UTF-8. */
  static final int ANSWER_TEXT_BYTES = 2 << 10;

  /** All decisions together. */
  static final int DECISIONS_BYTES = 256 << 10;

  /** All earlier findings that a new round is compared with: half of what a request may hold. */
  static final int FINDINGS_BYTES = 128 << 10;

  /** A list of paths that is shown and carried. */
  static final int PATHS_BYTES = 8 << 10;

  private static final int TOPIC_CHARACTERS = 200;
  private static final int MESSAGE_CHARACTERS = 500;

  /** What is kept of an answer's text that is longer than {@link #ANSWER_TEXT_BYTES}. */
  private static final int ANSWER_CHARACTERS = 400;

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
    return Cut.shown(text, ANSWER_CHARACTERS)
        + " [whole text: sha256 "
        + Digests.sha256(text)
        + "]";
  }

  /**
   * The decisions in at most {@link #DECISIONS_BYTES}: the words of the oldest are left out first;
   * who decided what, when and on which gate stays.
   */
  static List<Decision> fitted(List<Decision> decisions) {
    List<Decision> fitted = new ArrayList<>(decisions);
    for (int i = 0; i < fitted.size() && bytes(fitted) > DECISIONS_BYTES; i++) {
      fitted.set(i, fitted.get(i).withoutWords());
    }
    return fitted;
  }

  /** The newest findings that one request may carry, in their order. */
  static List<String> newest(List<String> findings) {
    int from = findings.size();
    int bytes = 0;
    while (from > 0) {
      bytes += bytes(findings.get(from - 1)) + 1;
      if (bytes > FINDINGS_BYTES) {
        break;
      }
      from--;
    }
    return List.copyOf(findings.subList(from, findings.size()));
  }

  /** Paths for a person to look at: the first ones, and how many more there are. */
  static List<String> paths(List<String> paths) {
    List<String> kept = new ArrayList<>();
    int bytes = 0;
    for (String path : paths) {
      bytes += bytes(path);
      if (bytes > PATHS_BYTES) {
        kept.add("… and " + (paths.size() - kept.size()) + " more");
        break;
      }
      kept.add(path);
    }
    return List.copyOf(kept);
  }

  static int bytes(Object record) {
    return WireMapper.get().valueToTree(record).toString().getBytes(StandardCharsets.UTF_8).length;
  }

  /** A text in a line or two. */
  static String topic(String text) {
    return Cut.shown(text, TOPIC_CHARACTERS);
  }

  /** At most so many characters of a message, for an ending or a note. */
  static String message(Optional<String> message) {
    return message.map(text -> Cut.shown(text, MESSAGE_CHARACTERS)).orElse("no reason");
  }
}
