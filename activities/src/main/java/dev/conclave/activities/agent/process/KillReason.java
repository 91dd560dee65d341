package dev.conclave.activities.agent.process;

/** Why we ended a call. */
public enum KillReason {
  WALL_CLOCK,
  STALE,
  FLOODED,
  CANCELLED,
  ORPHANED
}
