package dev.conclave.workflows.session;

import dev.conclave.workflows.config.NotificationConfiguration.NotificationEvent;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.model.Workspace;
import dev.conclave.workflows.temporal.ActivityProfile;
import dev.conclave.workflows.temporal.SearchAttributes;
import dev.conclave.workflows.temporal.TaskQueues;
import dev.conclave.workflows.text.Words;
import io.temporal.failure.ActivityFailure;
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

/**
 * Publishes the status of a session: search attributes for lists, current details for the Temporal
 * UI, notifications for absent users. The session waits for notifications only briefly, at its end.
 * Each is sent in its own detached scope, so that a cancelled phase does not withdraw it; outdated
 * ones are withdrawn. After continue-as-new the new run sends unfinished ones under the same id.
 * Failures are noted in the session.
 */
final class StatusPublisher {
  private static final Duration AT_THE_END = Duration.ofSeconds(10);
  private static final Duration LET_THROUGH = Duration.ofSeconds(2);

  private final SessionState<?> state;
  private final HostCalls host;
  private final Map<Notification, CancellationScope> underWay = new LinkedHashMap<>();
  private final Set<String> takenBack = new HashSet<>();
  private String published = "";

  /** The announced gate. Not announced again after continue-as-new. */
  private Optional<String> announced;

  StatusPublisher(SessionState<?> state, HostCalls host) {
    this.state = state;
    this.host = host;
    announced = state.gates().open().map(Gate::id);
  }

  /** Publishes the status; adds nothing to history when nothing changed. */
  void publish() {
    for (Notification notification : unsent()) {
      if (isStale(notification) && takenBack.add(notification.id())) {
        Workflow.newDetachedCancellationScope(() -> Async.procedure(() -> takeBack(notification)))
            .run();
      }
    }
    String phase = Words.of(state.phase());
    String awaiting = state.gates().open().map(gate -> Words.of(gate.type())).orElse("none");
    String now = phase + "/" + state.round() + "/" + awaiting;
    // Until the workspace is open, the attributes set at the start remain.
    boolean changed = state.workspace().isPresent() || state.closed();
    if (state.request().terms().searchAttributes() && changed && !now.equals(published)) {
      Workflow.upsertTypedSearchAttributes(
          SearchAttributes.PHASE.valueSet(phase),
          SearchAttributes.ROUND.valueSet((long) state.round()),
          SearchAttributes.AWAITING.valueSet(awaiting),
          SearchAttributes.REPO.valueSet(
              state.workspace().map(w -> SearchAttributes.cut(w.key())).orElse("unknown")));
      published = now;
    }
    state.showDetails();
  }

  /** Sends the previous run's unsent notifications, except outdated ones. */
  void sendAgain(List<Notification> left) {
    left.stream().filter(notification -> !isStale(notification)).forEach(this::send);
  }

  List<Notification> unsent() {
    return List.copyOf(underWay.keySet());
  }

  void awaiting(Gate gate) {
    if (!announced.equals(Optional.of(gate.id()))) {
      announced = Optional.of(gate.id());
      send(notification(NotificationEvent.AWAITING, Optional.empty()));
    }
  }

  /** Sends a reminder that this much of the time until the deadline has passed. */
  void reminder(int percent) {
    send(notification(NotificationEvent.REMINDER, Optional.of(percent)));
  }

  /** Announces the end of the session, for at most a few seconds. */
  void ended() {
    send(notification(NotificationEvent.ENDED, Optional.empty()));
  }

  void awaitSent() {
    Workflow.await(underWay::isEmpty);
  }

  private Notification notification(NotificationEvent event, Optional<Integer> percent) {
    return new Notification(
        Workflow.randomUUID().toString(),
        event,
        SessionState.now(),
        state.session(),
        SessionMemo.firstWords(state.request().task()),
        state.request().workspace().named(),
        Words.of(state.phase()),
        state.round(),
        state.gates().open(),
        percent,
        state.deadlineAt(),
        state.ending(),
        state.request().languages());
  }

  private boolean isStale(Notification notification) {
    Optional<String> waits = state.gates().open().filter(gate -> !gate.checking()).map(Gate::id);
    Optional<String> calledTo = notification.gate().map(Gate::id);
    return notification.event() != NotificationEvent.ENDED
        && (state.closed() || (calledTo.isPresent() && !calledTo.equals(waits)));
  }

  /** Lets a running post finish first. */
  private void takeBack(Notification notification) {
    Waits.atMost(
        LET_THROUGH,
        state.timer("time-out for a running delivery"),
        () -> !underWay.containsKey(notification));
    Optional.ofNullable(underWay.remove(notification))
        .ifPresent(sending -> sending.cancel("no longer needed"));
  }

  private void send(Notification notification) {
    if (!state.roster().listens()) {
      return;
    }
    CancellationScope scope =
        Workflow.newDetachedCancellationScope(() -> Async.procedure(() -> deliver(notification)));
    underWay.put(notification, scope);
    scope.run();
  }

  private void deliver(Notification notification) {
    try {
      Optional<Workspace> missed = Optional.empty();
      do {
        // The host is busy or gone: the session's next live host sends the notification. Detached,
        // because other calls may wait for that host even if the notification is withdrawn.
        missed.ifPresent(
            there ->
                Workflow.newDetachedCancellationScope(() -> host.failover().ensureHost(there))
                    .run());
        missed = attempt(notification);
      } while (missed.isPresent());
    } catch (TemporalFailure e) {
      if (!CancellationScope.current().isCancelRequested()) {
        String why =
            HostCalls.failureMessage(e)
                .orElse(
                    "a notification was not sent: no worker on the session's host picked it up in time");
        note(
            why
                + (state.closed()
                    ? "; the session has ended, so there are no further attempts"
                    : ""));
      }
    } finally {
      underWay.remove(notification);
    }
  }

  /**
   * Sends it; returns the workspace whose host did not pick it up, if the session is still running.
   */
  private Optional<Workspace> attempt(Notification notification) {
    // Only the session's own host is configured to notify its users.
    Optional<Workspace> there = state.workspace();
    String queue =
        there
            .map(Workspace::host)
            .or(() -> state.request().workspace().host())
            .map(TaskQueues::notifications)
            .orElse(TaskQueues.WORKFLOWS);
    String what =
        notification
            .gate()
            .map(Gate::id)
            .filter(id -> notification.event() == NotificationEvent.AWAITING)
            .orElse(notification.phase());
    String summary = Words.of(notification.event()) + " · " + what;
    try {
      host.stub(
              NotificationActivities.class,
              notification.event() == NotificationEvent.ENDED
                  ? host.options(ActivityProfile.NOTIFY, queue, summary, AT_THE_END)
                  : host.options(ActivityProfile.NOTIFY, queue, summary))
          .send(notification)
          .forEach(this::note);
      return Optional.empty();
    } catch (ActivityFailure e) {
      if (HostCalls.isScheduleToStartTimeout(e) && !state.closed() && there.isPresent()) {
        return there;
      }
      throw e;
    }
  }

  private void note(String problem) {
    if (!state.notes().contains(problem)) {
      state.note(problem);
      state.touch();
      state.showDetails();
    }
  }
}
