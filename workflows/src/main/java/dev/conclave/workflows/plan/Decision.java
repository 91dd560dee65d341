package dev.conclave.workflows.plan;

import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.GateAnswer;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * An accepted answer, for the record.
 *
 * @param gate id of the gate
 * @param digest of what the gate showed
 * @param by who answered
 * @param solution name of the approved solution
 * @param answer in full; texts over 2 KiB are shortened, with their digest
 * @param round the last round when it was given
 * @param questions those that it answers, in the order of its answers; all that were shown when it
 *     answers them in one text
 */
public record Decision(
    Instant at,
    String gate,
    String digest,
    String by,
    AnswerKind kind,
    Optional<String> solution,
    GateAnswer answer,
    int round,
    List<String> questions) {

  /** The human's words with the questions that they answer. */
  public String words() {
    if (answer.answers().isEmpty() || answer.answers().size() != questions.size()) {
      return answer.words();
    }
    StringBuilder words = new StringBuilder(answer.text().orElse(""));
    Iterator<String> question = questions.iterator();
    for (String said : answer.answers().values()) {
      words.append(words.isEmpty() ? "" : "\n").append(question.next()).append(" ").append(said);
    }
    return words.toString();
  }
}
