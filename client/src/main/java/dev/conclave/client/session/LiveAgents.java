package dev.conclave.client.session;

import dev.conclave.client.session.LiveAgent.State;
import dev.conclave.workflows.api.AgentActivities;
import dev.conclave.workflows.api.CallProgress;
import dev.conclave.workflows.api.CallStage;
import dev.conclave.workflows.session.CallView;
import io.temporal.api.enums.v1.PendingActivityState;
import io.temporal.api.workflow.v1.PendingActivityInfo;
import io.temporal.common.converter.DataConverter;
import io.temporal.common.converter.DataConverterException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Joins the calls that a session says are under way with what the server knows of its pending
 * activities, whose heartbeats tell how far they are. Not thread-safe.
 */
final class LiveAgents {
  /** A worker with a free slot takes a call within this. */
  private static final Duration AT_ONCE = Duration.ofSeconds(2);

  private final DataConverter converter;
  private final Heartbeats heartbeats = new Heartbeats();

  LiveAgents(DataConverter converter) {
    this.converter = converter;
  }

  List<LiveAgent> of(List<CallView> calls, List<PendingActivityInfo> pending, Instant now) {
    List<PendingActivityInfo> free =
        new ArrayList<>(
            pending.stream()
                .filter(LiveAgents::asks)
                .sorted(Comparator.comparingLong(p -> p.getScheduledTime().getSeconds()))
                .toList());
    List<LiveAgent> live = new ArrayList<>();
    for (CallView call : calls) {
      Optional<PendingActivityInfo> found =
          call.pausedUntil().isPresent() ? Optional.empty() : find(call, free);
      found.ifPresent(free::remove);
      live.add(found.map(activity -> known(call, activity, now)).orElseGet(() -> unknown(call)));
    }
    return live;
  }

  /** Whether the server knows an activity for each call that is not paused. */
  static boolean complete(List<CallView> calls, List<PendingActivityInfo> pending) {
    long asked = calls.stream().filter(call -> call.pausedUntil().isEmpty()).count();
    return pending.stream().filter(LiveAgents::asks).count() >= asked;
  }

  private static boolean asks(PendingActivityInfo activity) {
    return activity.getActivityType().getName().equalsIgnoreCase(AgentActivities.ASK);
  }

  private static Optional<PendingActivityInfo> find(CallView call, List<PendingActivityInfo> free) {
    return free.stream()
        .filter(p -> queue(p).endsWith("/agents/" + call.agent()))
        .findFirst()
        // A server before 1.28 does not tell the queue: then the order of scheduling has to do.
        .or(() -> free.stream().filter(p -> queue(p).isEmpty()).findFirst());
  }

  private LiveAgent known(CallView call, PendingActivityInfo activity, Instant now) {
    boolean started = activity.getState() == PendingActivityState.PENDING_ACTIVITY_STATE_STARTED;
    Duration silence = started ? heartbeats.silence(activity) : Duration.ZERO;
    Optional<CallProgress> progress = progress(activity);
    return new LiveAgent(
        call.callId(),
        call.agent(),
        call.role(),
        call.attempt(),
        call.repair(),
        started || Duration.between(call.since(), now).compareTo(AT_ONCE) > 0
            ? state(activity, started, silence, progress)
            : State.ASKED,
        progress
            .filter(p -> p.pid() > 0)
            .map(p -> heartbeats.begun(call.callId(), p.pid(), p.seconds(), now))
            .orElse(call.since()),
        Optional.empty(),
        silence,
        progress);
  }

  private static State state(
      PendingActivityInfo activity,
      boolean started,
      Duration silence,
      Optional<CallProgress> progress) {
    if (!started) {
      return activity.getAttempt() > 1 ? State.ORPHANED : State.QUEUED;
    }
    if (!silence.isZero()) {
      return State.SILENT;
    }
    // A worker that has taken a call reports at once; before that there is nothing to tell.
    return switch (progress.map(CallProgress::stage).orElse(CallStage.PREPARING)) {
      case QUEUED -> State.QUEUED;
      case PREPARING -> State.PREPARING;
      case WORKING ->
          progress.filter(CallProgress::adopted).isPresent() ? State.ADOPTED : State.WORKING;
    };
  }

  private static LiveAgent unknown(CallView call) {
    return new LiveAgent(
        call.callId(),
        call.agent(),
        call.role(),
        call.attempt(),
        call.repair(),
        call.pausedUntil().isPresent() ? State.PAUSED : State.ASKED,
        call.since(),
        call.pausedUntil(),
        Duration.ZERO,
        Optional.empty());
  }

  private static String queue(PendingActivityInfo activity) {
    return activity.getActivityOptions().getTaskQueue().getName();
  }

  private Optional<CallProgress> progress(PendingActivityInfo activity) {
    if (!activity.hasHeartbeatDetails()) {
      return Optional.empty();
    }
    try {
      return Optional.ofNullable(
          converter.fromPayloads(
              0,
              Optional.of(activity.getHeartbeatDetails()),
              CallProgress.class,
              CallProgress.class));
    } catch (DataConverterException e) {
      return Optional.empty(); // of a newer worker: the call runs all the same
    }
  }
}
