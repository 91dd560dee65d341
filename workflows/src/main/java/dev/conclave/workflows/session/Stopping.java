package dev.conclave.workflows.session;

import dev.conclave.workflows.gate.GateType;
import io.temporal.failure.CanceledFailure;
import io.temporal.workflow.CancellationScope;
import java.util.Optional;
import java.util.function.Supplier;

/** Why a session ends before its plan is done: a cancel from inside or outside, or its deadline. */
public final class Stopping {

  /** How a stopped session ends. */
  public enum Stop {
    SAVED,
    CANCELLED
  }

  private boolean cancelOrdered;
  private Optional<String> cancelledBy = Optional.empty();
  private boolean deadlinePassed;
  private Optional<CancellationScope> running = Optional.empty();
  private final Session session;

  public Stopping(Session session) {
    this.session = session;
  }

  /** From now on a stop ends this scope. */
  public void guard(CancellationScope scope) {
    running = Optional.of(scope);
  }

  /**
   * Whether the session ends instead of entering the phase it stands at: a stop may come while no
   * phase runs. A gate of options is entered behind a deadline that is to approve there.
   *
   * @param gate at which it waits in that phase
   */
  public boolean endsBefore(Optional<GateType> gate) {
    boolean approves = approvesFirst() && gate.filter(GateType::approvesOption).isPresent();
    return cancelled() || (deadlinePassed && !approves);
  }

  /**
   * Whether the deadline's policy is to approve the first solution: once. When no plan can be made
   * of that one, the session waits for its human again, and is saved.
   */
  public boolean approvesFirst() {
    return !session.deadlineServed()
        && session
            .request()
            .deadline()
            .filter(deadline -> deadline.policy() == DeadlinePolicy.APPROVE_FIRST)
            .isPresent();
  }

  /**
   * Takes the first order to cancel. It counts from here on, although reading who sent it yields:
   * an update of the same workflow task would otherwise be answered as if there were none.
   *
   * @param who reads the sender's name; may yield
   */
  public void cancel(Supplier<String> who) {
    if (!cancelOrdered) {
      cancelOrdered = true;
      String by = who.get();
      cancelledBy = Optional.of(by);
      running.ifPresent(scope -> scope.cancel("cancelled by " + by));
    }
  }

  /** Whether somebody ordered to cancel, be it read already or not. */
  public boolean cancelOrdered() {
    return cancelOrdered;
  }

  public boolean requested() {
    return cancelledBy.isPresent() || deadlinePassed;
  }

  public boolean cancelled() {
    return cancelledBy.isPresent();
  }

  public boolean deadlinePassed() {
    return deadlinePassed;
  }

  /** The deadline was answered by its policy: the session goes on until its next gate. */
  public void deadlineServed() {
    deadlinePassed = false;
    session.serveDeadline();
  }

  /** A gate now waits for a human; behind a deadline none waits long. */
  public void gateOpened() {
    deadlinePassed |= session.deadlineServed();
  }

  /** Says how the stopped session ends, in the session too. */
  public Stop ending() {
    if (deadlinePassed && cancelledBy.isEmpty()) {
      DeadlinePolicy policy = session.request().deadline().orElseThrow().policy();
      session.ending("the deadline passed: " + served(policy));
      return policy == DeadlinePolicy.CANCEL ? Stop.CANCELLED : Stop.SAVED;
    }
    session.ending(
        cancelledBy
            .filter(by -> !by.isBlank())
            .map(by -> "cancelled by " + by)
            .orElse("cancelled"));
    return Stop.CANCELLED;
  }

  private String served(DeadlinePolicy policy) {
    return switch (policy) {
      case SAVE -> "saved, as its policy says";
      case CANCEL -> "cancelled, as its policy says";
      case APPROVE_FIRST ->
          session.deadlineServed()
              ? "its policy approved the first option, and what came then was not answered; saved"
              : "its policy is approve-first, and no decision among options was open; saved";
    };
  }

  /** A cancel request of the Temporal UI closes the run as Canceled, after the same clean-up. */
  public void rethrowIfCanceledFromOutside() {
    if (CancellationScope.current().isCancelRequested()) {
      throw new CanceledFailure("cancel requested");
    }
  }

  /** The time is over. */
  public void deadlinePasses() {
    deadlinePassed = true;
    // At a gate of options the policy may be an answer; the gate's own waiting sees the flag.
    boolean atGate =
        session
            .gates()
            .open()
            .filter(g -> g.type() != GateType.BUDGET && !g.checking())
            .isPresent();
    if (!atGate) {
      running.ifPresent(scope -> scope.cancel("the deadline passed"));
    }
  }
}
