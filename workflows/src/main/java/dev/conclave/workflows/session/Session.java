package dev.conclave.workflows.session;

import dev.conclave.workflows.gate.Accepted;
import dev.conclave.workflows.gate.Decision;
import dev.conclave.workflows.gate.Gates;
import io.temporal.workflow.Workflow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The state of a running session, whatever its kind: {@link SessionState} while it changes. Only
 * the workflow's own threads touch it, one at a time.
 */
public abstract class Session {
  private final String id;
  private final Gates gates;
  private final Spending spending;
  private final Roster roster;
  private final CallBoard calls = new CallBoard();
  private final CallLedger ledger;
  private final Whereabouts whereabouts;
  private final List<String> notes;
  private final Instant createdAt;
  private final Optional<Instant> deadlineAt;

  private List<Decision> decisions;
  private boolean deadlineServed;
  private Optional<String> ending;
  private Optional<String> hindrance = Optional.empty();
  private long revision;
  private Instant updatedAt;

  /**
   * The state of a run.
   *
   * @param carried whether an earlier run made this state
   * @param resumed whether a human resumes what had ended; only continue-as-new goes on where gate
   *     and deadline stood
   */
  protected Session(
      String id, SessionRequest request, SessionState from, boolean carried, boolean resumed) {
    this.id = id;
    gates = new Gates(from.gates());
    if (resumed) {
      gates.close();
    }
    spending = new Spending(from.budget());
    roster =
        new Roster(
            from.roster(), from.dropped(), from.writers(), carried && from.workspace().isPresent());
    ledger = new CallLedger(from.calls());
    whereabouts =
        new Whereabouts(
            from.workspace(), from.tree(), resumed ? from.moves().resumed() : from.moves());
    notes = new ArrayList<>(from.notes());
    createdAt = from.createdAt();
    deadlineAt =
        resumed
            ? request.deadline().map(deadline -> now().plus(deadline.after()))
            : from.deadlineAt();
    decisions = from.decisions();
    deadlineServed = !resumed && from.deadlineServed();
    ending = resumed ? Optional.empty() : from.ending();
    revision = from.revision();
    updatedAt = from.updatedAt();
  }

  public abstract SessionKind kind();

  /** What the session was started with. */
  public abstract SessionRequest request();

  /** The word of the phase that it stands at, as lists and people are told. */
  public abstract String standing();

  /** Whether it is over. */
  public abstract boolean closed();

  /** The running round while there is one, else the last; 0 before the first. */
  public abstract int round();

  /** Where it stands, in Markdown, for the Temporal UI. */
  protected abstract String details();

  /** Shows in the Temporal UI where it stands, which leaves nothing in history. */
  public final void showDetails() {
    Workflow.setCurrentDetails(details());
  }

  /** The workflow's clock, equal in replay. */
  public static Instant now() {
    return Instant.ofEpochMilli(Workflow.currentTimeMillis());
  }

  /** The workflow's id. */
  public String id() {
    return id;
  }

  public Gates gates() {
    return gates;
  }

  public Spending spending() {
    return spending;
  }

  public Roster roster() {
    return roster;
  }

  public CallBoard calls() {
    return calls;
  }

  public CallLedger ledger() {
    return ledger;
  }

  public Whereabouts whereabouts() {
    return whereabouts;
  }

  public Instant createdAt() {
    return createdAt;
  }

  public Optional<Instant> deadlineAt() {
    return deadlineAt;
  }

  /** Something that files show has changed. */
  public void touch() {
    revision++;
    updatedAt = now();
  }

  public long revision() {
    return revision;
  }

  public Instant updatedAt() {
    return updatedAt;
  }

  /** What the next gate should tell. */
  public List<String> notes() {
    return List.copyOf(notes);
  }

  public void note(String sentence) {
    notes.add(sentence);
  }

  public void forgetNotes() {
    notes.clear();
  }

  /** Why the session cannot go on just now, as far as it knows itself. */
  public Optional<String> hindrance() {
    return hindrance;
  }

  public void hindered(String why) {
    hindrance = Optional.of(why);
  }

  public void unhindered() {
    hindrance = Optional.empty();
  }

  /** Whether the deadline was answered by its policy: the session goes on until its next gate. */
  public boolean deadlineServed() {
    return deadlineServed;
  }

  public void serveDeadline() {
    deadlineServed = true;
  }

  /** One sentence that says how it ends. */
  public Optional<String> ending() {
    return ending;
  }

  public void ending(String sentence) {
    ending = Optional.of(sentence);
  }

  /** Every accepted answer, oldest first. */
  public List<Decision> decisions() {
    return decisions;
  }

  /** Keeps an answer that was acted on, for the record. */
  public void record(Gates.TakenAnswer taken) {
    decisions = Accepted.with(decisions, taken, now(), round());
    touch();
  }

  /**
   * Nothing is awaited any more. An answer that was accepted as the session was stopped is kept.
   */
  public void closeGates() {
    gates.next().filter(taken -> !gates.pending(taken.key())).ifPresent(this::record);
    gates.close();
  }
}
