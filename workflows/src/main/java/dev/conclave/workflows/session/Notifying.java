package dev.conclave.workflows.session;

import dev.conclave.workflows.api.Notification;
import dev.conclave.workflows.api.NotificationEvent;
import dev.conclave.workflows.gate.Gate;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Tells people who are elsewhere. The session never waits for it but shortly at its end. A
 * notification that is under way when the run is continued as new is sent by the new run, under the
 * same id; one of a gate that was answered meanwhile is taken back.
 */
public final class Notifying {
  private static final Duration AT_THE_END = Duration.ofSeconds(10);

  private final Session session;
  private final Outbox outbox;
  private Optional<String> toldOf;

  /** Nobody is told anew of a gate that an earlier run opened. */
  Notifying(Session session, Hosting hosting) {
    this.session = session;
    outbox = new Outbox(session, hosting);
    toldOf = session.gates().open().map(Gate::id);
  }

  /** Sends what the run before could not, as far as somebody still needs to hear it. */
  public void sendAgain(List<Notification> left) {
    left.stream().filter(told -> !stale(told)).forEach(outbox::send);
  }

  /** What is under way. */
  public List<Notification> unsent() {
    return outbox.underWay();
  }

  /** A gate waits for a human. */
  public void awaiting(Gate gate) {
    if (!toldOf.equals(Optional.of(gate.id()))) {
      toldOf = Optional.of(gate.id());
      outbox.send(notification(NotificationEvent.AWAITING, Optional.empty()));
    }
  }

  /** So much of the time until the deadline has passed. */
  public void reminder(int percent) {
    outbox.send(notification(NotificationEvent.REMINDER, Optional.of(percent)));
  }

  /** Takes back what calls people to a gate that waits for them no more. */
  public void takeBackStale() {
    outbox.takeBack(this::stale);
  }

  private boolean stale(Notification told) {
    Optional<String> waits = session.gates().open().filter(gate -> !gate.checking()).map(Gate::id);
    Optional<String> calledTo = told.gate().map(Gate::id);
    return told.event() != NotificationEvent.ENDED
        && (session.closed() || (calledTo.isPresent() && !calledTo.equals(waits)));
  }

  /** The session is over; waits until that is told, for at most a few seconds. */
  public void ended() {
    Notification notification = notification(NotificationEvent.ENDED, Optional.empty());
    outbox.send(notification, AT_THE_END);
    Patience.await(
        AT_THE_END.plusSeconds(2),
        "at most so long for the notifications",
        () -> unsent().isEmpty());
    if (!unsent().isEmpty()) {
      int left = unsent().size();
      outbox.note(
          left
              + (left == 1 ? " notification" : " notifications")
              + " had not got through when the session ended");
    }
  }

  /**
   * Gives what is under way a moment, so that a new run need not send it again.
   *
   * @param hurry ends the wait
   */
  public void awaitSentUnless(Supplier<Boolean> hurry) {
    Patience.await(
        AT_THE_END,
        "at most so long for the notifications",
        () -> unsent().isEmpty() || hurry.get());
  }

  private Notification notification(NotificationEvent event, Optional<Integer> percent) {
    return new Notification(
        Workflow.randomUUID().toString(),
        event,
        Session.now(),
        session.id(),
        SessionMemo.firstWords(session.request().task()),
        session.request().workspace().named(),
        session.standing(),
        session.round(),
        session.gates().open(),
        percent,
        session.deadlineAt(),
        session.ending());
  }
}
