package dev.conclave.client.session;

import dev.conclave.workflows.agent.CallProgress;
import dev.conclave.workflows.plan.LiveCall;
import io.temporal.api.enums.v1.PendingActivityState;
import io.temporal.api.workflow.v1.PendingActivityInfo;
import io.temporal.common.converter.DataConverter;
import io.temporal.common.converter.DataConverterException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Joins the calls that a session says are under way with what the server knows of its pending
 * activities, whose heartbeats tell how far they are.
 */
final class LiveAgents {
  private static final String ASK = "ask";

  private LiveAgents() {}

  static List<LiveAgent> of(
      List<LiveCall> calls, List<PendingActivityInfo> pending, DataConverter converter) {
    List<PendingActivityInfo> free =
        new ArrayList<>(
            pending.stream()
                .filter(p -> p.getActivityType().getName().equalsIgnoreCase(ASK))
                .sorted(Comparator.comparingLong(p -> p.getScheduledTime().getSeconds()))
                .toList());
    List<LiveAgent> live = new ArrayList<>();
    for (LiveCall call : calls) {
      Optional<PendingActivityInfo> mine =
          free.stream().filter(p -> queue(p).endsWith("/agents/" + call.agent())).findFirst();
      // A server before 1.28 does not tell the queue: then the order of scheduling has to do.
      Optional<PendingActivityInfo> found =
          mine.or(() -> free.stream().filter(p -> queue(p).isEmpty()).findFirst());
      found.ifPresent(free::remove);
      live.add(
          new LiveAgent(
              call.agent(),
              call.role(),
              call.attempt(),
              call.since(),
              found.map(LiveAgents::started).orElse(false),
              found.flatMap(p -> progress(p, converter))));
    }
    return live;
  }

  private static String queue(PendingActivityInfo activity) {
    return activity.getActivityOptions().getTaskQueue().getName();
  }

  private static boolean started(PendingActivityInfo activity) {
    return activity.getState() == PendingActivityState.PENDING_ACTIVITY_STATE_STARTED;
  }

  private static Optional<CallProgress> progress(
      PendingActivityInfo activity, DataConverter converter) {
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
