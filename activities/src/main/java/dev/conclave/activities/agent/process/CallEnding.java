package dev.conclave.activities.agent.process;

import org.jspecify.annotations.Nullable;

/**
 * How a call's process ended. With neither exit code nor reason, it ended while no worker was
 * running, and only its output tells.
 *
 * @param exit its exit code; 128 plus the signal's number if a signal ended it
 * @param killed why Conclave ended it; a failure whatever the exit code, except for {@link
 *     Reason#ANSWERED}
 */
public record CallEnding(@Nullable Integer exit, @Nullable Reason killed) {

  public enum Reason {
    WALL_CLOCK,
    STALE,
    OUTPUT_EXCEEDED,
    DISK_FULL,
    /** The program itself reported that it waits for something that will not change in time. */
    GAVE_UP,
    /** It gave its whole answer but did not exit. */
    ANSWERED,
    REPLACED,
    CANCELLED,
    ORPHANED
  }

  public static CallEnding killed(Reason reason) {
    return new CallEnding(null, reason);
  }
}
