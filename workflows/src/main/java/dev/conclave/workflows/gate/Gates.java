package dev.conclave.workflows.gate;

import dev.conclave.workflows.gate.GateBook.Taken;
import dev.conclave.workflows.temporal.Cut;
import dev.conclave.workflows.temporal.Digests;
import dev.conclave.workflows.temporal.Words;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * The gates of one session: what is open, what was answered, what was refused. Workflow state; no
 * clock and no call of its own, so that it can be tested without Temporal.
 */
public final class Gates {
  private static final int SHORTENED = 500;
  private static final int DIGEST_DIGITS = 16;

  private int openings;
  private Optional<Gate> open;
  private final Deque<Taken> outcomes;
  private final Deque<RefusedAnswer> refused;
  private int moves;
  private Optional<TakenAnswer> next = Optional.empty();

  /**
   * An answer that the session has yet to act on.
   *
   * @param key under which its outcome is remembered
   * @param gate as it was when answered
   */
  public record TakenAnswer(String key, Gate gate, GateAnswer answer) {}

  public Gates(GateBook book) {
    openings = book.openings();
    // An answer that was being checked when the run ended is checked again: it is sent again.
    open = book.open().map(gate -> gate.checking(false));
    // For the same reason what was pending is forgotten: its repetition is no repetition.
    outcomes =
        new ArrayDeque<>(
            book.outcomes().stream().filter(t -> t.outcome() != AnswerOutcome.PENDING).toList());
    refused = new ArrayDeque<>(book.refused());
  }

  public GateBook book() {
    return new GateBook(
        openings, open, List.copyOf(new ArrayList<>(outcomes)), List.copyOf(refused));
  }

  public Optional<Gate> open() {
    return open;
  }

  /** Opens a gate; a gate of that type that is open already stays as it is. */
  public Gate open(GateType type, List<AnswerKind> kinds, GateContent shown, Instant now) {
    if (open.filter(gate -> gate.type() == type).isPresent()) {
      return open.get();
    }
    openings++;
    moves++;
    Gate gate =
        new Gate(openings + "-" + Words.of(type), type, digest(shown), kinds, now, false, shown);
    open = Optional.of(gate);
    return gate;
  }

  /**
   * How often anything here has moved in this run. A verdict on an answer holds as long as nothing
   * has.
   */
  public int moves() {
    return moves;
  }

  public void close() {
    moves++;
    open = Optional.empty();
    next = Optional.empty();
  }

  /** Why the answer cannot be taken; empty when it can, or was taken before. */
  public Optional<String> refusal(String key, GateAnswer answer) {
    return taken(key).isPresent() ? Optional.empty() : AnswerRules.refusal(open, answer);
  }

  public Optional<Taken> taken(String key) {
    return outcomes.stream().filter(taken -> taken.key().equals(key)).findFirst();
  }

  /**
   * Takes an answer. What needs the workspace stays pending and keeps the gate; everything else
   * closes it.
   */
  public void take(String key, GateAnswer answer) {
    Gate gate = open.orElseThrow();
    moves++;
    boolean checked = gate.type().checks(answer.kind());
    remember(new Taken(key, gate.id(), checked ? AnswerOutcome.PENDING : AnswerOutcome.ACCEPTED));
    next = Optional.of(new TakenAnswer(key, gate, answer));
    open = checked ? Optional.of(gate.checking(true)) : Optional.empty();
  }

  /** The answer that the session is to act on; asking removes it. */
  public Optional<TakenAnswer> next() {
    Optional<TakenAnswer> answer = next;
    next = Optional.empty();
    moves += answer.isPresent() ? 1 : 0;
    return answer;
  }

  public boolean answered() {
    return next.isPresent();
  }

  /** Says what became of an answer that was pending, and closes its gate. */
  public void settle(String key, AnswerOutcome outcome) {
    moves++;
    List<Taken> settled =
        outcomes.stream()
            .map(t -> t.key().equals(key) ? new Taken(t.key(), t.gate(), outcome) : t)
            .toList();
    outcomes.clear();
    outcomes.addAll(settled);
    open = Optional.empty();
  }

  public boolean pending(String key) {
    return taken(key).filter(t -> t.outcome() == AnswerOutcome.PENDING).isPresent();
  }

  public AnswerReply reply(String key, boolean repeated) {
    Taken taken = taken(key).orElseThrow();
    Optional<String> nextGate = open.map(Gate::id).filter(id -> !id.equals(taken.gate()));
    return repeated
        ? new AnswerReply(
            taken.gate(), AnswerOutcome.REPEATED, Optional.of(taken.outcome()), nextGate)
        : new AnswerReply(taken.gate(), taken.outcome(), Optional.empty(), nextGate);
  }

  /** Keeps a signal that could not be taken. */
  public void refuse(String answer, String reason, Instant now) {
    refused.addLast(new RefusedAnswer(now, shortened(answer), shortened(reason)));
    while (refused.size() > GateBook.REFUSED_KEPT) {
      refused.removeFirst();
    }
  }

  private void remember(Taken taken) {
    outcomes.addLast(taken);
    while (outcomes.size() > GateBook.OUTCOMES_KEPT) {
      outcomes.removeFirst();
    }
  }

  private static String digest(GateContent shown) {
    return Digests.ofRecord(shown).substring(0, DIGEST_DIGITS);
  }

  private static String shortened(String text) {
    return Cut.shown(text, SHORTENED);
  }
}
