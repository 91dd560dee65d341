package dev.conclave.activities.agent.process;

import org.jspecify.annotations.Nullable;

/**
 * The end of a call's process. With neither an exit code nor a reason of ours, it ended while no
 * worker watched: only its output tells how.
 *
 * @param exit its exit code; above 128 it was ended by the signal of that number less 128
 * @param killed why we ended it; whatever its exit code, this is no success, but for {@link
 *     Reason#ANSWERED}
 */
public record CallEnding(@Nullable Integer exit, @Nullable Reason killed) {

  public enum Reason {
    WALL_CLOCK,
    STALE,
    FLOODED,
    /** Hardly anything of the disk was left. */
    DISK_FULL,
    /** The program itself said that it waits for something that waiting does not change. */
    HOPELESS,
    /** It had told its whole answer, and did not end. */
    ANSWERED,
    /** Its output is not what it wrote: another process replaced it. */
    REPLACED,
    CANCELLED,
    ORPHANED
  }

  public static CallEnding killed(Reason reason) {
    return new CallEnding(null, reason);
  }
}
