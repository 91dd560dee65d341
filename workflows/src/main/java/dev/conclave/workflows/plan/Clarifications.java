package dev.conclave.workflows.plan;

import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.Clarification;
import dev.conclave.workflows.gate.Decision;
import dev.conclave.workflows.wire.Bounds;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the human said in a session and still holds: everything since the direction was last
 * changed. Pure.
 */
public final class Clarifications {
  /** What one question to an agent carries of them, in bytes of JSON; the newest are kept. */
  static final int BYTES = 16 << 10;

  private Clarifications() {}

  /** What was said since the newest direction began, oldest first. */
  public static List<Clarification> of(List<Decision> decisions) {
    return ofDirection(decisions).stream().flatMap(d -> d.clarifications().stream()).toList();
  }

  /** Questions of this direction that have their answer. */
  public static List<String> answered(List<Decision> decisions) {
    return ofDirection(decisions).stream().flatMap(d -> d.questions().stream()).toList();
  }

  /** The newest answer to a question of this direction; one text may answer several. */
  public static Optional<Clarification> to(String question, List<Decision> decisions) {
    return ofDirection(decisions).stream()
        .filter(decision -> decision.questions().contains(question))
        .flatMap(decision -> decision.clarifications().stream())
        .filter(said -> said.question().equals(question) || said.question().isEmpty())
        .reduce((older, newer) -> newer);
  }

  /**
   * What an analyst is reminded of: everything but the words that this round is asked for, which it
   * is given as feedback.
   *
   * @param asked whether this round is asked for with words
   */
  public static List<String> before(List<Decision> decisions, boolean asked) {
    List<Decision> said = new ArrayList<>(decisions);
    if (asked) {
      said.stream()
          .filter(decision -> decision.kind().asksForRound())
          .reduce((older, newer) -> newer)
          .ifPresent(asking -> said.set(said.indexOf(asking), asking.withoutWords()));
    }
    return newest(of(said));
  }

  /** As lines, the newest that fit. */
  public static List<String> newest(List<Clarification> clarifications) {
    return fitting(clarifications).stream().map(Clarification::words).toList();
  }

  /** The newest that fit, oldest first. */
  public static List<Clarification> fitting(List<Clarification> clarifications) {
    int from = clarifications.size();
    int bytes = 0;
    while (from > 0) {
      bytes += Bounds.bytes(clarifications.get(from - 1)) + 1;
      if (bytes > BYTES) {
        break;
      }
      from--;
    }
    return clarifications.subList(from, clarifications.size());
  }

  private static List<Decision> ofDirection(List<Decision> decisions) {
    int from = 0;
    for (int i = 0; i < decisions.size(); i++) {
      AnswerKind kind = decisions.get(i).kind();
      from = kind.changesDirection() ? i : from;
    }
    return decisions.subList(from, decisions.size());
  }
}
