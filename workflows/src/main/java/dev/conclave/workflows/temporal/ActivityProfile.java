package dev.conclave.workflows.temporal;

import io.temporal.activity.ActivityCancellationType;
import io.temporal.activity.ActivityOptions;
import io.temporal.activity.LocalActivityOptions;
import io.temporal.common.RetryOptions;
import java.time.Duration;

/**
 * Options of every activity. By default there is no schedule-to-start timeout; the caller sets one
 * where another host could take over.
 */
public enum ActivityProfile {
  /** May clone. 12 attempts take about six minutes; then the session start fails. */
  OPEN_WORKSPACE(Duration.ofMinutes(30), 12),
  /** As above, for a running session, which waits until the remote is reachable again. */
  REOPEN_WORKSPACE(Duration.ofMinutes(30), 0),
  /** Checks that a host is alive; the caller repeats lost probes. */
  PROBE(Duration.ofSeconds(10), 3),
  LIST_AGENTS(Duration.ofMinutes(3), 5),
  TREE(Duration.ofMinutes(10), 5),
  GATHER_CONTEXT(Duration.ofMinutes(15), 3),
  RULES(Duration.ofMinutes(5), 5),
  /** Writes files; waits for a full or suspended disk. */
  PROJECT(Duration.ofMinutes(5), 0),
  /**
   * Posts to webhooks. 20 attempts take about an hour; the heartbeat records completed deliveries.
   */
  NOTIFY(Duration.ofSeconds(45), 20),
  /**
   * One command of an execution. As for an agent call, the activity enforces the command's timeout.
   */
  CHECK(Duration.ofHours(12), 0),
  /** Changes refs of the user's repository, or a remote; must not be interrupted. */
  DELIVER(Duration.ofMinutes(30), 5),
  /**
   * One agent call. The activity enforces the call's timeout; this limit only covers a lost worker.
   */
  ASK(Duration.ofHours(12), 0);

  /** Workers heartbeat at least every two seconds; after this silence the activity is retried. */
  public static final Duration HEARTBEAT = Duration.ofSeconds(15);

  private final Duration startToClose;
  private final int attempts;

  ActivityProfile(Duration startToClose, int attempts) {
    this.startToClose = startToClose;
    this.attempts = attempts;
  }

  /**
   * Returns the options of an activity that waits for its worker without limit.
   *
   * @param summary shown in the Temporal UI, at most 200 bytes
   */
  public ActivityOptions on(String queue, String summary) {
    return options(queue, summary).build();
  }

  /**
   * Returns the options of an activity that fails when no worker picks it up.
   *
   * @param patience schedule-to-start timeout of each attempt, including the attempt after a lost
   *     one. The server does not retry an activity after this timeout
   */
  public ActivityOptions on(String queue, String summary, Duration patience) {
    return options(queue, summary).setScheduleToStartTimeout(patience).build();
  }

  /** Returns the options of a local activity, which runs in the session's own worker. */
  public static LocalActivityOptions local(int attempts) {
    return LocalActivityOptions.newBuilder()
        .setStartToCloseTimeout(Duration.ofSeconds(10))
        .setRetryOptions(RetryOptions.newBuilder().setMaximumAttempts(attempts).build())
        .build();
  }

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
        // All others end quickly by themselves, so a cancelled session need not wait for them.
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
