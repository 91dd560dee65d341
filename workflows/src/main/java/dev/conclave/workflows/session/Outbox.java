package dev.conclave.workflows.session;

import dev.conclave.workflows.api.Notification;
import dev.conclave.workflows.api.NotificationActivities;
import dev.conclave.workflows.api.Workspace;
import dev.conclave.workflows.temporal.Bounds;
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
import java.util.function.Predicate;

/**
 * Notifications under way, each in a scope of its own: a cancelled phase does not take back what
 * people are to hear, what nobody needs to hear any more is taken back. What fails is noted in the
 * session.
 */
final class Outbox {
  private static final Duration LET_THROUGH = Duration.ofSeconds(2);
  private static final String AT_THE_END = "; it was given up when the session ended";

  private final Session session;
  private final Hosting hosting;
  private final Dispatch dispatch;
  private final Map<Notification, CancellationScope> underWay = new LinkedHashMap<>();
  private final Set<String> takingBack = new HashSet<>();

  Outbox(Session session, Hosting hosting) {
    this.session = session;
    this.hosting = hosting;
    dispatch = new Dispatch(session, hosting);
  }

  List<Notification> underWay() {
    return List.copyOf(underWay.keySet());
  }

  void send(Notification notification) {
    send(notification, dispatch.options(notification));
  }

  /** Sends one that is tried for so long at most. */
  void send(Notification notification, Duration longest) {
    send(
        notification,
        ActivityOptions.newBuilder(dispatch.options(notification))
            .setScheduleToCloseTimeout(longest)
            .build());
  }

  private void send(Notification notification, ActivityOptions options) {
    Optional<Workspace> there = session.whereabouts().workspace();
    inScope(
        notification,
        () ->
            Async.function(
                    Workflow.newActivityStub(NotificationActivities.class, options)::send,
                    notification)
                .handle(
                    (refused, failure) -> {
                      underWay.remove(notification);
                      if (failure == null) {
                        refused.forEach(this::note);
                      } else if (Hosting.notTaken(failure) && !session.closed()) {
                        sendFromNextHost(notification, there.orElseThrow());
                      } else if (!takenBack(failure)) {
                        note(reason(failure) + (session.closed() ? AT_THE_END : ""));
                      }
                      return underWay.size();
                    }));
  }

  /**
   * Takes back what nobody needs to hear any more: an attempt that has not begun is not made. One
   * that begins looks before it posts. What is being posted at this moment is let through.
   */
  void takeBack(Predicate<Notification> stale) {
    for (Notification notification : underWay()) {
      if (stale.test(notification) && takingBack.add(notification.id())) {
        Workflow.newDetachedCancellationScope(() -> Async.procedure(() -> takeBack(notification)))
            .run();
      }
    }
  }

  private void takeBack(Notification notification) {
    Patience.await(
        LET_THROUGH,
        "at most so long for what is being posted",
        () -> !underWay.containsKey(notification));
    Optional.ofNullable(underWay.get(notification))
        .ifPresent(sending -> sending.cancel("nobody needs to hear it any more"));
    takingBack.remove(notification.id());
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
                    Workflow.newDetachedCancellationScope(() -> hosting.settle(there)).run();
                    boolean stillWanted = !CancellationScope.current().isCancelRequested();
                    underWay.remove(notification);
                    if (stillWanted) {
                      send(notification);
                    }
                  } catch (TemporalFailure e) {
                    underWay.remove(notification);
                    if (!takenBack(e)) {
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

  private static boolean takenBack(Throwable failure) {
    return failure instanceof CanceledFailure || failure.getCause() instanceof CanceledFailure;
  }

  void note(String problem) {
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
