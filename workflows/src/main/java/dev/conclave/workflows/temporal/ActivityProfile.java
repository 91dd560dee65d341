package dev.conclave.workflows.temporal;

import io.temporal.activity.ActivityCancellationType;
import io.temporal.activity.ActivityOptions;
import io.temporal.activity.LocalActivityOptions;
import io.temporal.common.RetryOptions;
import java.time.Duration;

/**
 * The options of every activity. None limits the wait for a worker: where another host could take
 * over, the caller does.
 */
public enum ActivityProfile {
  /** May clone. 12 attempts take about six minutes; then whoever begins a session hears of it. */
  OPEN_WORKSPACE(Duration.ofMinutes(30), 12),
  /** The same for a session under way, which waits for a remote that cannot be reached just now. */
  REOPEN_WORKSPACE(Duration.ofMinutes(30), 0),
  /** Says that a host is there; what did not come through is asked for again. */
  PROBE(Duration.ofSeconds(10), 3),
  LIST_AGENTS(Duration.ofMinutes(3), 5),
  TREE(Duration.ofMinutes(10), 5),
  GATHER_CONTEXT(Duration.ofMinutes(15), 3),
  RULES(Duration.ofMinutes(5), 5),
  /** Writes files; a full or sleeping disk is waited for. */
  PROJECT(Duration.ofMinutes(5), 0),
  /** Posts to webhooks. 20 attempts take about an hour; the heartbeat keeps what got through. */
  NOTIFY(Duration.ofSeconds(45), 20),
  /** One command of an execution. The activity keeps its wall clock, as that of an agent call. */
  CHECK(Duration.ofHours(12), 0),
  /** Changes refs of the user's repository, or a remote: ends by itself, and is not cut off. */
  DELIVER(Duration.ofMinutes(30), 5),
  /** One agent call. The activity keeps its wall clock; this only ends what outlives its worker. */
  ASK(Duration.ofHours(12), 0);

  /** Workers beat at least every two seconds; after this silence another attempt is made. */
  public static final Duration HEARTBEAT = Duration.ofSeconds(15);

  private final Duration startToClose;
  private final int attempts;

  ActivityProfile(Duration startToClose, int attempts) {
    this.startToClose = startToClose;
    this.attempts = attempts;
  }

  /**
   * The options of one activity, which waits for its worker as long as it takes.
   *
   * @param summary what the Temporal UI shows, at most 200 bytes
   */
  public ActivityOptions on(String queue, String summary) {
    return options(queue, summary).build();
  }

  /**
   * The same for an activity that is given up when no worker takes it.
   *
   * @param patience of each attempt, from its schedule to its start. The server does not retry an
   *     activity that it has passed for; an attempt that follows a lost one is waited for as long
   */
  public ActivityOptions on(String queue, String summary, Duration patience) {
    return options(queue, summary).setScheduleToStartTimeout(patience).build();
  }

  /** Returns the options of what the worker of the session itself does at once. */
  public static LocalActivityOptions local(int attempts) {
    return LocalActivityOptions.newBuilder()
        .setStartToCloseTimeout(Duration.ofSeconds(10))
        .setRetryOptions(RetryOptions.newBuilder().setMaximumAttempts(attempts).build())
        .build();
  }

  /** The queue of a host on which it is done. */
  public String queue(String hostId) {
    return switch (this) {
      case PROJECT -> TaskQueues.folders(hostId);
      case CHECK -> TaskQueues.checks(hostId);
      default -> TaskQueues.host(hostId);
    };
  }

  private ActivityOptions.Builder options(String queue, String summary) {
    return ActivityOptions.newBuilder()
        .setTaskQueue(queue)
        .setStartToCloseTimeout(startToClose)
        .setHeartbeatTimeout(this == NOTIFY ? Duration.ZERO : HEARTBEAT)
        // All others end by themselves soon: a session that is cancelled need not wait for them.
        .setCancellationType(
            this == ASK || this == CHECK || this == DELIVER
                ? ActivityCancellationType.WAIT_CANCELLATION_COMPLETED
                : ActivityCancellationType.TRY_CANCEL)
        .setSummary(summary)
        .setRetryOptions(
            RetryOptions.newBuilder()
                .setInitialInterval(Duration.ofSeconds(1))
                .setBackoffCoefficient(2)
                .setMaximumInterval(Duration.ofMinutes(this == NOTIFY ? 5 : 1))
                .setMaximumAttempts(attempts)
                .build());
  }
}
