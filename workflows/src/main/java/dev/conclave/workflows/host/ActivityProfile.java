package dev.conclave.workflows.host;

import io.temporal.activity.ActivityCancellationType;
import io.temporal.activity.ActivityOptions;
import io.temporal.common.RetryOptions;
import java.time.Duration;
import java.util.NoSuchElementException;
import java.util.stream.Stream;

/**
 * The options of every activity, by what it does. No profile limits the time before an activity
 * starts: a host that sleeps delays its sessions and fails none.
 */
public enum ActivityProfile {
  /** May clone. */
  OPEN_WORKSPACE(Duration.ofMinutes(30), 5),
  /** Looks for programs and asks their versions. */
  LIST_AGENTS(Duration.ofMinutes(3), 5),
  /** Names a tree, or compares two. */
  TREE(Duration.ofMinutes(10), 5),
  /** Builds or refreshes an index, then searches. */
  GATHER_CONTEXT(Duration.ofMinutes(15), 3),
  /** Rules over documents and trees. */
  RULES(Duration.ofMinutes(5), 5),
  /** Writes files; a full or sleeping disk is waited for. */
  PROJECT(Duration.ofMinutes(5), 0),
  /**
   * Posts to webhooks. So many attempts take about an hour; they end soon, and keep with their
   * heartbeat what got through.
   */
  NOTIFY(Duration.ofSeconds(45), 20),
  /**
   * One agent call. Its wall clock is kept by the activity itself, since waiting for a slot costs
   * none; this limit only ends what even the heartbeats of a lost worker would not.
   */
  ASK(Duration.ofHours(12), 0);

  /** What only a new program mends: tried for ever, it would hold its session for ever. */
  private static final String[] BUGS =
      Stream.of(
              NullPointerException.class,
              IllegalArgumentException.class,
              IllegalStateException.class,
              IndexOutOfBoundsException.class,
              ClassCastException.class,
              UnsupportedOperationException.class,
              NoSuchElementException.class)
          .map(Class::getName)
          .toArray(String[]::new);

  /**
   * Workers beat at least every two seconds for as long as an activity runs. One that has been
   * silent for so long is taken for dead, and another attempt made, which finds an agent call where
   * it stands and for the rest is cheap.
   */
  public static final Duration HEARTBEAT = Duration.ofSeconds(15);

  private final Duration startToClose;
  private final int attempts;

  ActivityProfile(Duration startToClose, int attempts) {
    this.startToClose = startToClose;
    this.attempts = attempts;
  }

  /**
   * The options of one activity.
   *
   * @param queue the task queue of who can do it
   * @param summary what the Temporal UI shows, at most 200 bytes
   */
  public ActivityOptions on(String queue, String summary) {
    ActivityOptions.Builder options =
        ActivityOptions.newBuilder()
            .setTaskQueue(queue)
            .setStartToCloseTimeout(startToClose)
            .setHeartbeatTimeout(HEARTBEAT)
            .setCancellationType(ActivityCancellationType.WAIT_CANCELLATION_COMPLETED)
            .setSummary(summary)
            .setRetryOptions(
                RetryOptions.newBuilder()
                    .setInitialInterval(Duration.ofSeconds(1))
                    .setBackoffCoefficient(2)
                    .setMaximumInterval(Duration.ofMinutes(this == NOTIFY ? 5 : 1))
                    .setMaximumAttempts(attempts)
                    .setDoNotRetry(BUGS)
                    .build());
    if (this == NOTIFY) {
      options.setHeartbeatTimeout(Duration.ZERO);
    }
    if (this != ASK) {
      // These end by themselves soon: a session that is cancelled need not wait for them.
      options.setCancellationType(ActivityCancellationType.TRY_CANCEL);
    }
    return options.build();
  }
}
