package dev.conclave.activities.agent.process;

/** How a call's process came to its end. */
public sealed interface CallEnding {

  /** It ended by itself, with this code; above 128 by the signal of that number less 128. */
  record Exited(int code) implements CallEnding {}

  /** We ended it; whatever its exit code, this is no success. */
  record Killed(Reason reason) implements CallEnding {}

  /** It ended while no worker watched: only its output tells how. */
  record Unobserved() implements CallEnding {}

  /** Why we ended a call. */
  enum Reason {
    WALL_CLOCK,
    STALE,
    FLOODED,
    /** The program itself said that it waits for something that waiting does not change. */
    HOPELESS,
    CANCELLED,
    ORPHANED
  }
}
