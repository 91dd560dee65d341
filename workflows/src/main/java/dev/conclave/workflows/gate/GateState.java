package dev.conclave.workflows.gate;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import dev.conclave.workflows.gate.AnswerReply.AnswerOutcome;
import dev.conclave.workflows.text.Cut;
import dev.conclave.workflows.text.Digests;
import dev.conclave.workflows.text.Words;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The gates of a session: open, answered, refused. Pure workflow state. */
@JsonAutoDetect(
    fieldVisibility = Visibility.ANY,
    getterVisibility = Visibility.NONE,
    isGetterVisibility = Visibility.NONE)
public final class GateState {
  /** Number of outcomes kept; the oldest are dropped. */
  private static final int OUTCOMES_KEPT = 50;

  /** Number of refused signals kept; the oldest are dropped. */
  private static final int REFUSED_KEPT = 20;

  private int openings;
  private Optional<Gate> open = Optional.empty();
  private final List<Taken> outcomes = new ArrayList<>();
  private final List<RefusedAnswer> refused = new ArrayList<>();

  /** Number of signals dropped unread, and the time of the last one. */
  private int dropped;

  private Optional<Instant> droppedAt = Optional.empty();

  /** Number of signals without the required seal, and the time of the last one. */
  private int unsealed;

  private Optional<Instant> unsealedAt = Optional.empty();

  private transient Optional<TakenAnswer> next = Optional.empty();

  /**
   * An accepted answer.
   *
   * @param outcome PENDING while it is being checked
   */
  public record Taken(String key, String gate, AnswerOutcome outcome) {}

  public record TakenAnswer(String key, Gate gate, GateAnswer answer, By by) {}

  /** Who answered: a human, or the session itself. */
  public sealed interface By {
    String name();

    /** The name is given by the sender and not verified. */
    record Human(String name) implements By {}

    /** The displayed reason: an option of the session, or a deadline. */
    record Automatic(String reason) implements By {
      @Override
      public String name() {
        return "automatic (" + reason + ")";
      }
    }
  }

  /** Drops an answer that was being checked, for a new run: it can be sent again. */
  public void forgetPending() {
    open = open.map(gate -> gate.withChecking(false));
    outcomes.removeIf(taken -> taken.outcome() == AnswerOutcome.PENDING);
  }

  public List<RefusedAnswer> refused() {
    List<RefusedAnswer> all = new ArrayList<>(refused);
    String why = "too many signals at once: %d were dropped unread".formatted(dropped);
    droppedAt.ifPresent(at -> all.add(new RefusedAnswer(at, "", why)));
    String unseen =
        "%d signals were not sealed for this session and were ignored".formatted(unsealed);
    unsealedAt.ifPresent(at -> all.add(new RefusedAnswer(at, "", unseen)));
    return List.copyOf(all);
  }

  public Optional<Gate> open() {
    return open;
  }

  public Optional<Gate> open(GateType type) {
    return open.filter(gate -> gate.type() == type);
  }

  /** Returns the digest that an answer to this content must have. */
  public static String digest(GateContent shown) {
    return Digests.ofRecord(shown).substring(0, 16);
  }

  /**
   * Opens a gate; an open gate of this type stays unchanged, even if this build words it
   * differently.
   */
  public Gate open(GateType type, List<AnswerKind> kinds, GateContent shown, Instant now) {
    return open(type).orElseGet(() -> open(type, kinds, shown, digest(shown), now));
  }

  public Gate open(
      GateType type, List<AnswerKind> kinds, GateContent shown, String digest, Instant now) {
    openings++;
    Gate gate = new Gate(openings + "-" + Words.of(type), type, digest, kinds, now, false, shown);
    open = Optional.of(gate);
    return gate;
  }

  public void close() {
    open = Optional.empty();
    next = Optional.empty();
  }

  /** Returns why an answer is refused; empty if it is accepted or was accepted before. */
  public Optional<String> refusal(String key, GateAnswer answer) {
    return taken(key).isPresent()
        ? Optional.empty()
        : open.map(gate -> gate.refusal(answer))
            .orElse(
                Optional.of(
                    "the session is not waiting for an answer: gate %s is not open"
                        .formatted(answer.gate())));
  }

  public Optional<Taken> taken(String key) {
    return outcomes.stream().filter(taken -> taken.key().equals(key)).findFirst();
  }

  public void take(String key, GateAnswer answer) {
    take(key, answer, new By.Human(answer.by().orElse("unknown")));
  }

  /** Accepts an answer and closes the gate, unless the workspace must be checked first. */
  public void take(String key, GateAnswer answer, By by) {
    Gate gate = open.orElseThrow();
    boolean checked = gate.type().checks(answer.kind());
    outcomes.add(
        new Taken(key, gate.id(), checked ? AnswerOutcome.PENDING : AnswerOutcome.ACCEPTED));
    if (outcomes.size() > OUTCOMES_KEPT) {
      outcomes.remove(0);
    }
    next = Optional.of(new TakenAnswer(key, gate, answer, by));
    open = checked ? Optional.of(gate.withChecking(true)) : Optional.empty();
  }

  /** Returns and removes the answer that the session must process. */
  public Optional<TakenAnswer> next() {
    Optional<TakenAnswer> answer = next;
    next = Optional.empty();
    return answer;
  }

  public boolean answered() {
    return next.isPresent();
  }

  /** Sets the outcome of a pending answer and closes its gate. */
  public void resolve(String key, AnswerOutcome outcome) {
    outcomes.replaceAll(
        taken -> taken.key().equals(key) ? new Taken(key, taken.gate(), outcome) : taken);
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

  public void refuse(String answer, String reason, Instant now) {
    refused.add(new RefusedAnswer(now, Cut.shorten(answer, 500), Cut.shorten(reason, 500)));
    if (refused.size() > REFUSED_KEPT) {
      refused.remove(0);
    }
  }

  /** Counts a dropped signal; they are reported together in one line. */
  public void drop(Instant now) {
    dropped++;
    droppedAt = Optional.of(now);
  }

  /** Counts an unsealed signal and returns the total; they are reported together in one line. */
  public int refuseUnsealed(Instant now) {
    unsealedAt = Optional.of(now);
    return ++unsealed;
  }

  /** A refused answer of a signal; answer and reason are truncated to 500 characters each. */
  public record RefusedAnswer(Instant at, String answer, String reason) {}
}
