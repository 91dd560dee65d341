package dev.conclave.activities.agent.process;

import org.jspecify.annotations.Nullable;

/**
 * How a call's process ended. With neither exit code nor reason it ended while no worker was
 * running, and its output must be judged.
 *
 * @param exit its exit code; above 128 it is 128 plus the number of the signal that ended it
 * @param killed why Conclave ended it; this is a failure whatever the exit code, except for {@link
 *     Reason#ANSWERED}
 */
public record CallEnding(@Nullable Integer exit, @Nullable Reason killed) {

  public enum Reason {
    WALL_CLOCK,
    STALE,
    FLOODED,
    /** The disk was almost full. */
    DISK_FULL,
    /** The program itself reported that it waits for something that will not change in time. */
    HOPELESS,
    /** It gave its whole answer but did not exit. */
    ANSWERED,
    /** Another process replaced its output. */
    REPLACED,
    CANCELLED,
    ORPHANED
  }

  public static CallEnding killed(Reason reason) {
    return new CallEnding(null, reason);
  }
}
