package dev.conclave.workflows.session;

import dev.conclave.workflows.api.Notification;
import dev.conclave.workflows.api.Notification.NotificationEvent;
import dev.conclave.workflows.api.NotificationActivities;
import dev.conclave.workflows.api.Workspace;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.temporal.ActivityProfile;
import dev.conclave.workflows.temporal.Bounds;
import dev.conclave.workflows.temporal.TaskQueues;
import dev.conclave.workflows.temporal.Words;
import io.temporal.activity.ActivityOptions;
import io.temporal.failure.ActivityFailure;
import io.temporal.failure.ApplicationFailure;
import io.temporal.failure.CanceledFailure;
import io.temporal.failure.TemporalFailure;
import io.temporal.workflow.Async;
import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Tells people who are elsewhere. The session never waits for it but shortly at its end. Each
 * notification has a scope of its own: a cancelled phase does not take back what people are to
 * hear, what nobody needs to hear any more is taken back. One that is under way when the run is
 * continued as new is sent by the new run, under the same id. What fails is noted in the session.
 */
final class Notifier {
  private static final Duration AT_THE_END = Duration.ofSeconds(10);
  private static final Duration LET_THROUGH = Duration.ofSeconds(2);

  private final SessionState<?> session;
  private final HostCalls host;
  private final Map<Notification, CancellationScope> underWay = new LinkedHashMap<>();
  private final Set<String> takingBack = new HashSet<>();

  /** Nobody is told anew of a gate that an earlier run opened. */
  private Optional<String> toldOf;

  Notifier(SessionState<?> session, HostCalls host) {
    this.session = session;
    this.host = host;
    toldOf = session.gates().open().map(Gate::id);
  }

  /** Sends what the run before could not, as far as somebody still needs to hear it. */
  void sendAgain(List<Notification> left) {
    left.stream().filter(told -> !stale(told)).forEach(told -> send(told, Optional.empty()));
  }

  /** What is under way. */
  List<Notification> unsent() {
    return List.copyOf(underWay.keySet());
  }

  /** A gate waits for a human. */
  void awaiting(Gate gate) {
    if (!toldOf.equals(Optional.of(gate.id()))) {
      toldOf = Optional.of(gate.id());
      send(notification(NotificationEvent.AWAITING, Optional.empty()), Optional.empty());
    }
  }

  /** So much of the time until the deadline has passed. */
  void reminder(int percent) {
    send(notification(NotificationEvent.REMINDER, Optional.of(percent)), Optional.empty());
  }

  /** The session is over; waits until that is told, for at most a few seconds. */
  void ended() {
    send(notification(NotificationEvent.ENDED, Optional.empty()), Optional.of(AT_THE_END));
    Waits.atMost(
        AT_THE_END.plusSeconds(2),
        "at most so long for the notifications",
        () -> underWay.isEmpty());
    if (!underWay.isEmpty()) {
      note(
          underWay.size()
              + (underWay.size() == 1 ? " notification" : " notifications")
              + " had not got through when the session ended");
    }
  }

  /**
   * Gives what is under way a moment, so that a new run need not send it again.
   *
   * @param hurry ends the wait
   */
  void awaitSentUnless(Supplier<Boolean> hurry) {
    Waits.atMost(
        AT_THE_END,
        "at most so long for the notifications",
        () -> underWay.isEmpty() || hurry.get());
  }

  private Notification notification(NotificationEvent event, Optional<Integer> percent) {
    return new Notification(
        Workflow.randomUUID().toString(),
        event,
        SessionState.now(),
        session.session(),
        SessionMemo.firstWords(session.request().task()),
        session.request().workspace().named(),
        Words.of(session.phase()),
        session.round(),
        session.gates().open(),
        percent,
        session.deadlineAt(),
        session.ending());
  }

  /**
   * Sends a notification.
   *
   * @param longest is tried for so long at most
   */
  private void send(Notification notification, Optional<Duration> longest) {
    ActivityOptions.Builder options = ActivityOptions.newBuilder(options(notification));
    longest.ifPresent(options::setScheduleToCloseTimeout);
    Optional<Workspace> there = session.workspace();
    inScope(
        notification,
        () ->
            Async.function(
                    Workflow.newActivityStub(NotificationActivities.class, options.build())::send,
                    notification)
                .handle(
                    (refused, failure) -> {
                      underWay.remove(notification);
                      if (failure == null) {
                        refused.forEach(this::note);
                      } else if (HostCalls.isNotTaken(failure) && !session.closed()) {
                        sendFromNextHost(notification, there.orElseThrow());
                      } else if (!wasTakenBack(failure)) {
                        note(
                            reason(failure)
                                + (session.closed()
                                    ? "; it was given up when the session ended"
                                    : ""));
                      }
                      return underWay.size();
                    }));
  }

  /** The host's own configuration names its people: a session is told to nobody else's. */
  private ActivityOptions options(Notification notification) {
    String queue =
        session
            .workspace()
            .map(Workspace::host)
            .or(() -> session.request().workspace().host())
            .map(TaskQueues::notifications)
            .orElse(TaskQueues.WORKFLOWS);
    String what =
        notification
            .gate()
            .map(Gate::id)
            .filter(id -> notification.event() == NotificationEvent.AWAITING)
            .orElseGet(() -> Words.of(session.phase()));
    String summary = Words.of(notification.event()) + " · " + what;
    return session.workspace().isPresent()
        ? host.options(ActivityProfile.NOTIFY, queue, summary)
        : ActivityProfile.NOTIFY.on(queue, summary);
  }

  /**
   * The host is busy or gone: when it is settled which, people are told by the one that is there.
   */
  private void sendFromNextHost(Notification notification, Workspace there) {
    inScope(
        notification,
        () ->
            Async.procedure(
                () -> {
                  try {
                    // Whoever needs the host next goes on with what was settled here.
                    Workflow.newDetachedCancellationScope(() -> host.settle(there)).run();
                    boolean stillWanted = !CancellationScope.current().isCancelRequested();
                    underWay.remove(notification);
                    if (stillWanted) {
                      send(notification, Optional.empty());
                    }
                  } catch (TemporalFailure e) {
                    underWay.remove(notification);
                    if (!wasTakenBack(e)) {
                      note(reason(e));
                    }
                  }
                }));
  }

  private void inScope(Notification notification, Runnable sending) {
    CancellationScope scope = Workflow.newDetachedCancellationScope(sending);
    underWay.put(notification, scope);
    scope.run();
  }

  /**
   * Takes back what calls people to a gate that waits for them no more: an attempt that has not
   * begun is not made. One that begins looks before it posts. What is being posted at this moment
   * is let through.
   */
  void takeBackStale() {
    for (Notification notification : unsent()) {
      if (stale(notification) && takingBack.add(notification.id())) {
        Workflow.newDetachedCancellationScope(() -> Async.procedure(() -> takeBack(notification)))
            .run();
      }
    }
  }

  private boolean stale(Notification told) {
    Optional<String> waits = session.gates().open().filter(gate -> !gate.checking()).map(Gate::id);
    Optional<String> calledTo = told.gate().map(Gate::id);
    return told.event() != NotificationEvent.ENDED
        && (session.closed() || (calledTo.isPresent() && !calledTo.equals(waits)));
  }

  private void takeBack(Notification notification) {
    Waits.atMost(
        LET_THROUGH,
        "at most so long for what is being posted",
        () -> !underWay.containsKey(notification));
    Optional.ofNullable(underWay.get(notification))
        .ifPresent(sending -> sending.cancel("nobody needs to hear it any more"));
    takingBack.remove(notification.id());
  }

  private static boolean wasTakenBack(Throwable failure) {
    return failure instanceof CanceledFailure || failure.getCause() instanceof CanceledFailure;
  }

  private void note(String problem) {
    if (!session.notes().contains(problem)) {
      session.note(problem);
      session.touch();
      session.showDetails();
    }
  }

  /** What the newest attempt said; a failure by time alone has it as its cause. */
  private static String reason(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof ApplicationFailure application) {
        return Bounds.message(Optional.ofNullable(application.getOriginalMessage()));
      }
    }
    return failure instanceof ActivityFailure
        ? "a notification was not sent: no worker of the session's host took it in time"
        : Bounds.message(Optional.ofNullable(failure.getMessage()));
  }
}
