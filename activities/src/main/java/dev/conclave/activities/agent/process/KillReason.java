package dev.conclave.activities.agent.process;

/** Why we ended a call. */
public enum KillReason {
  WALL_CLOCK,
  STALE,
  FLOODED,
  /** The agent itself told that it waits for something that waiting does not mend. */
  HOPELESS,
  CANCELLED,
  ORPHANED
}
