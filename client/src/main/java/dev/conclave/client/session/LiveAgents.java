package dev.conclave.client.session;

import com.google.protobuf.Timestamp;
import dev.conclave.client.session.LiveAgent.State;
import dev.conclave.workflows.api.AgentActivities;
import dev.conclave.workflows.api.CallProgress;
import dev.conclave.workflows.api.CallProgress.CallStage;
import dev.conclave.workflows.session.CallView;
import io.temporal.api.enums.v1.PendingActivityState;
import io.temporal.api.workflow.v1.PendingActivityInfo;
import io.temporal.common.converter.DataConverter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Joins the calls that a session says are under way with what the server knows of its pending
 * activities, whose heartbeats tell how far they are. Remembers between two looks how long each has
 * been silent, by our own clock, and when its process began. Not thread-safe.
 */
final class LiveAgents {
  /** A worker with a free slot takes a call within this. */
  private static final Duration AT_ONCE = Duration.ofSeconds(2);

  /** A heartbeat comes every second; a busy machine may be late. */
  private static final Duration LATE = Duration.ofSeconds(8);

  private final DataConverter converter;
  private final Map<String, Beat> beats = new HashMap<>();
  private final Map<String, Instant> begun = new HashMap<>();

  private record Beat(Timestamp reported, long at) {}

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
      live.add(live(call, found, now));
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

  private static String queue(PendingActivityInfo activity) {
    return activity.getActivityOptions().getTaskQueue().getName();
  }

  private LiveAgent live(CallView call, Optional<PendingActivityInfo> activity, Instant now) {
    boolean started =
        activity
            .filter(a -> a.getState() == PendingActivityState.PENDING_ACTIVITY_STATE_STARTED)
            .isPresent();
    Duration silence = started ? silence(activity.get()) : Duration.ZERO;
    Optional<CallProgress> progress =
        activity.flatMap(a -> Watch.heartbeat(a, converter, CallProgress.class));
    boolean known =
        started
            || (activity.isPresent() && Duration.between(call.since(), now).compareTo(AT_ONCE) > 0);
    State otherwise = call.pausedUntil().isPresent() ? State.PAUSED : State.ASKED;
    return new LiveAgent(
        call.callId(),
        call.agent(),
        call.role(),
        call.attempt(),
        call.repair(),
        known ? state(activity.get(), started, silence, progress) : otherwise,
        progress
            .filter(p -> p.pid() > 0)
            .map(p -> begun(call.callId() + " " + p.pid(), now.minusSeconds(p.seconds())))
            .orElse(call.since()),
        call.pausedUntil(),
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

  /** How long a call has been silent beyond what is usual; zero while it is not. */
  private Duration silence(PendingActivityInfo activity) {
    long now = System.nanoTime();
    Beat last =
        beats.merge(
            activity.getActivityId() + " " + activity.getAttempt(),
            new Beat(activity.getLastHeartbeatTime(), now),
            (old, fresh) -> old.reported().equals(fresh.reported()) ? old : fresh);
    Duration silence = Duration.ofNanos(now - last.at());
    return silence.compareTo(LATE) > 0 ? silence : Duration.ZERO;
  }

  /**
   * When a process began. What a worker reports is late by up to a second; the earliest time that
   * follows from it is the truest, and does not jump.
   */
  private Instant begun(String process, Instant reported) {
    return begun.merge(process, reported, (old, fresh) -> fresh.isBefore(old) ? fresh : old);
  }
}
