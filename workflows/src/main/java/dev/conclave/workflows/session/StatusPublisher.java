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
 * Publishes where a session stands: search attributes for lists, current details for the Temporal
 * UI, notifications for people who are elsewhere. The session never waits for these but shortly at
 * its end. Each has a scope of its own: a cancelled phase does not take back what people are to
 * hear; what nobody needs to hear any more is taken back. One that is under way when the run is
 * continued as new is sent by the new run, under the same id. What fails is noted in the session.
 */
final class StatusPublisher {
  private static final Duration AT_THE_END = Duration.ofSeconds(10);
  private static final Duration LET_THROUGH = Duration.ofSeconds(2);

  private final SessionState<?> state;
  private final HostCalls host;
  private final Map<Notification, CancellationScope> underWay = new LinkedHashMap<>();
  private final Set<String> takenBack = new HashSet<>();
  private String published = "";

  /** The gate that people know of: nobody is told anew of one that an earlier run opened. */
  private Optional<String> toldOf;

  StatusPublisher(SessionState<?> state, HostCalls host) {
    this.state = state;
    this.host = host;
    toldOf = state.gates().open().map(Gate::id);
  }

  /** Publishes the status; nothing enters history when nothing changed. */
  void publish() {
    for (Notification told : unsent()) {
      if (isStale(told) && takenBack.add(told.id())) {
        Workflow.newDetachedCancellationScope(() -> Async.procedure(() -> takeBack(told))).run();
      }
    }
    String phase = Words.of(state.phase());
    String awaiting = state.gates().open().map(gate -> Words.of(gate.type())).orElse("none");
    String now = phase + "/" + state.round() + "/" + awaiting;
    // Before the workspace is open it stands as whoever started it has set its attributes.
    boolean changed = state.workspace().isPresent() || state.closed();
    if (state.request().searchAttributes() && changed && !now.equals(published)) {
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

  /** Sends what the run before could not, as far as somebody still needs to hear it. */
  void sendAgain(List<Notification> left) {
    left.stream().filter(told -> !isStale(told)).forEach(this::send);
  }

  List<Notification> unsent() {
    return List.copyOf(underWay.keySet());
  }

  void awaiting(Gate gate) {
    if (!toldOf.equals(Optional.of(gate.id()))) {
      toldOf = Optional.of(gate.id());
      send(notification(NotificationEvent.AWAITING, Optional.empty()));
    }
  }

  /** Tells that so much of the time until the deadline has passed. */
  void reminder(int percent) {
    send(notification(NotificationEvent.REMINDER, Optional.of(percent)));
  }

  /** Tells that the session is over, for at most a few seconds. */
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
        state.ending());
  }

  private boolean isStale(Notification told) {
    Optional<String> waits = state.gates().open().filter(gate -> !gate.checking()).map(Gate::id);
    Optional<String> calledTo = told.gate().map(Gate::id);
    return told.event() != NotificationEvent.ENDED
        && (state.closed() || (calledTo.isPresent() && !calledTo.equals(waits)));
  }

  /** What is being posted now is let through. */
  private void takeBack(Notification told) {
    Waits.atMost(
        LET_THROUGH, "at most so long for what is being posted", () -> !underWay.containsKey(told));
    Optional.ofNullable(underWay.remove(told))
        .ifPresent(sending -> sending.cancel("nobody needs to hear it any more"));
  }

  private void send(Notification told) {
    if (!state.roster().listens()) {
      return;
    }
    CancellationScope scope =
        Workflow.newDetachedCancellationScope(() -> Async.procedure(() -> deliver(told)));
    underWay.put(told, scope);
    scope.run();
  }

  private void deliver(Notification told) {
    try {
      Optional<Workspace> missed = Optional.empty();
      do {
        // A host that is busy or gone: people are told by the one that is there then. Others may
        // wait for that as well, so it goes on when the notification is taken back.
        missed.ifPresent(
            there ->
                Workflow.newDetachedCancellationScope(() -> host.failover().ensureHost(there))
                    .run());
        missed = attempt(told);
      } while (missed.isPresent());
    } catch (TemporalFailure e) {
      if (!CancellationScope.current().isCancelRequested()) {
        String why =
            HostCalls.said(e)
                .orElse(
                    "a notification was not sent: no worker of the session's host picked it up in time");
        note(why + (state.closed() ? "; the end of the session stopped further tries" : ""));
      }
    } finally {
      underWay.remove(told);
    }
  }

  /** Sends it; returns the workspace whose host did not take it, of a session that goes on. */
  private Optional<Workspace> attempt(Notification told) {
    // The host's own configuration names its people: a session is told to nobody else's.
    Optional<Workspace> there = state.workspace();
    String queue =
        there
            .map(Workspace::host)
            .or(() -> state.request().workspace().host())
            .map(TaskQueues::notifications)
            .orElse(TaskQueues.WORKFLOWS);
    String what =
        told.gate()
            .map(Gate::id)
            .filter(id -> told.event() == NotificationEvent.AWAITING)
            .orElse(told.phase());
    String summary = Words.of(told.event()) + " · " + what;
    try {
      host.stub(
              NotificationActivities.class,
              told.event() == NotificationEvent.ENDED
                  ? host.options(ActivityProfile.NOTIFY, queue, summary, AT_THE_END)
                  : host.options(ActivityProfile.NOTIFY, queue, summary))
          .send(told)
          .forEach(this::note);
      return Optional.empty();
    } catch (ActivityFailure e) {
      if (HostCalls.isNotTaken(e) && !state.closed() && there.isPresent()) {
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
