package dev.conclave.workflows.plan;

import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.host.ActivityProfile;
import dev.conclave.workflows.host.TaskQueues;
import dev.conclave.workflows.notification.Notification;
import dev.conclave.workflows.notification.NotificationActivities;
import dev.conclave.workflows.notification.NotificationEvent;
import dev.conclave.workflows.wire.Words;
import dev.conclave.workflows.workspace.Workspace;
import io.temporal.activity.ActivityOptions;
import io.temporal.failure.ActivityFailure;
import io.temporal.failure.ApplicationFailure;
import io.temporal.failure.TemporalFailure;
import io.temporal.workflow.Async;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Tells people who are elsewhere. The session never waits for it but shortly at its end; what fails
 * is noted in the session. A notification that is under way when the run is continued as new is
 * sent by the new run, under the same id.
 */
final class Notifying {
  private static final Duration AT_THE_END = Duration.ofSeconds(10);

  private final Session session;
  private final Hosting hosting;
  private final List<Notification> unsent = new ArrayList<>();
  private Optional<String> toldOf;

  /** Nobody is told anew of a gate that an earlier run opened. */
  Notifying(Session session, Hosting hosting) {
    this.session = session;
    this.hosting = hosting;
    toldOf = session.gates.open().map(Gate::id);
  }

  /** Sends what the run before could not. */
  void sendAgain(List<Notification> left) {
    left.forEach(notification -> send(notification, options(notification)));
  }

  /** What is under way. */
  List<Notification> unsent() {
    return List.copyOf(unsent);
  }

  /** A gate waits for a human. */
  void awaiting(Gate gate) {
    if (!toldOf.equals(Optional.of(gate.id()))) {
      toldOf = Optional.of(gate.id());
      Notification notification = notification(NotificationEvent.AWAITING, Optional.empty());
      send(notification, options(notification));
    }
  }

  /** So much of the time until the deadline has passed. */
  void reminder(int percent) {
    Notification notification = notification(NotificationEvent.REMINDER, Optional.of(percent));
    send(notification, options(notification));
  }

  /** The session is over; waits until that is told, for at most a few seconds. */
  void ended() {
    Notification notification = notification(NotificationEvent.ENDED, Optional.empty());
    send(
        notification,
        ActivityOptions.newBuilder(options(notification))
            .setScheduleToCloseTimeout(AT_THE_END)
            .build());
    Patience.await(
        AT_THE_END.plusSeconds(2), "at most so long for the notifications", unsent::isEmpty);
    if (!unsent.isEmpty()) {
      note(unsent.size() + " notifications had not got through when the session ended");
    }
  }

  /**
   * Gives what is under way a moment, so that a new run need not send it again.
   *
   * @param hurry ends the wait
   */
  void awaitSentUnless(Supplier<Boolean> hurry) {
    Patience.await(
        AT_THE_END, "at most so long for the notifications", () -> unsent.isEmpty() || hurry.get());
  }

  private void send(Notification notification, ActivityOptions options) {
    Optional<Workspace> there = session.workspace;
    unsent.add(notification);
    // Detached: a cancelled phase must not take back what people are to hear.
    Workflow.newDetachedCancellationScope(
            () ->
                Async.function(
                        Workflow.newActivityStub(NotificationActivities.class, options)::send,
                        notification)
                    .handle(
                        (refused, failure) -> {
                          unsent.remove(notification);
                          if (failure == null) {
                            refused.forEach(this::note);
                          } else if (Hosting.notTaken(failure) && !session.phase.closed()) {
                            sendFromNextHost(notification, there.orElseThrow());
                          } else {
                            note(reason(failure));
                          }
                          return unsent.size();
                        }))
        .run();
  }

  /**
   * The host is busy or gone: when it is settled which, people are told by the one that is there.
   */
  private void sendFromNextHost(Notification notification, Workspace there) {
    unsent.add(notification);
    Workflow.newDetachedCancellationScope(
            () ->
                Async.procedure(
                    () -> {
                      try {
                        hosting.settle(there);
                        unsent.remove(notification);
                        send(notification, options(notification));
                      } catch (TemporalFailure e) {
                        unsent.remove(notification);
                        note(reason(e));
                      }
                    }))
        .run();
  }

  private void note(String problem) {
    if (!session.notes.contains(problem)) {
      session.notes.add(problem);
      session.touch();
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

  private ActivityOptions options(Notification notification) {
    String what =
        notification
            .gate()
            .map(Gate::id)
            .filter(id -> notification.event() == NotificationEvent.AWAITING)
            .orElse(Words.of(session.phase));
    String summary = Words.of(notification.event()) + " · " + what;
    return session.workspace.isPresent()
        ? hosting.options(ActivityProfile.NOTIFY, queue(session), summary)
        : ActivityProfile.NOTIFY.on(queue(session), summary);
  }

  /** The host's own configuration names its people: a session is told to nobody else's. */
  static String queue(Session session) {
    return session
        .workspace
        .map(Workspace::host)
        .or(() -> session.request.workspace().host())
        .map(TaskQueues::notifications)
        .orElse(TaskQueues.WORKFLOWS);
  }

  private Notification notification(NotificationEvent event, Optional<Integer> percent) {
    return new Notification(
        Workflow.randomUUID().toString(),
        event,
        Session.now(),
        session.id,
        SessionMemo.firstWords(session.request.task()),
        session.request.workspace().named(),
        session.phase,
        session.round(),
        session.gates.open(),
        percent,
        session.deadlineAt,
        session.ending);
  }
}
