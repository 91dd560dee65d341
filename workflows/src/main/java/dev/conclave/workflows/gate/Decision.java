package dev.conclave.workflows.gate;

import dev.conclave.workflows.wire.Bounds;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

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
  /** Kinds whose text is about the matter itself: neither a new direction nor a wish for a plan. */
  private static final Set<AnswerKind> CLARIFYING =
      EnumSet.of(
          AnswerKind.CLARIFY, AnswerKind.PROCEED, AnswerKind.APPROVE, AnswerKind.MORE_ANALYSIS);

  /**
   * What it says of the discussion: answers to questions, and words of the person's own. A new
   * direction is none, nor is a wish for a plan.
   */
  public List<Clarification> clarifications() {
    List<Clarification> said = new ArrayList<>();
    boolean numbered = !answer.answers().isEmpty() && answer.answers().size() == questions.size();
    boolean one = !numbered && questions.size() == 1;
    answer
        .text()
        .filter(text -> CLARIFYING.contains(kind))
        .ifPresent(text -> said.add(clarification(one ? questions.get(0) : "", text)));
    if (numbered) {
      Iterator<String> question = questions.iterator();
      answer.answers().values().forEach(text -> said.add(clarification(question.next(), text)));
    }
    return List.copyOf(said);
  }

  private Clarification clarification(String question, String text) {
    return new Clarification(by, question, NumberedSides.explained(question, text));
  }

  /** The clarifications in their words, one on a line. */
  public String words() {
    return clarifications().stream().map(Clarification::words).collect(Collectors.joining("\n"));
  }

  /** The same with nothing but what was decided: its words and the questions are left out. */
  public Decision withoutWords() {
    return new Decision(
        at,
        gate,
        digest,
        Bounds.topic(by),
        kind,
        solution,
        GateAnswer.of(gate, kind),
        round,
        List.of());
  }
}
