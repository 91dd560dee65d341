package dev.conclave.activities.agent.process;

/** How a call's process came to its end. */
public sealed interface Ending {

  /** It ended by itself, with this code; above 128 by the signal of that number less 128. */
  record Exited(int code) implements Ending {}

  /** We ended it; whatever its exit code, this is no success. */
  record Killed(KillReason reason) implements Ending {}

  /** It ended while nobody looked: only its stream tells how. */
  record Unobserved() implements Ending {}
}
