package dev.conclave.workflows.gate;

import java.util.List;
import java.util.Optional;

/**
 * Everything a session knows of its gates; carried through continue-as-new.
 *
 * @param openings gates opened so far
 * @param open the open gate
 * @param outcomes of the last 50 answers, oldest first
 * @param refused the last 20 refused signals, oldest first
 */
public record GateBook(
    int openings, Optional<Gate> open, List<Taken> outcomes, List<RefusedAnswer> refused) {

  /** How many outcomes are remembered. */
  public static final int OUTCOMES_KEPT = 50;

  /** How many refused signals are remembered. */
  public static final int REFUSED_KEPT = 20;

  /** A session before its first gate. */
  public static final GateBook EMPTY = new GateBook(0, Optional.empty(), List.of(), List.of());

  /**
   * An answer that was taken.
   *
   * @param key the sender's answer id, else the digest of the answer
   * @param outcome PENDING while it is checked
   */
  public record Taken(String key, String gate, AnswerOutcome outcome) {}
}
