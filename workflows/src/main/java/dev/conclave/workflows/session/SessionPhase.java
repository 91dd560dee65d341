package dev.conclave.workflows.session;

import dev.conclave.workflows.gate.GateType;
import org.jspecify.annotations.Nullable;

/** A phase: of an enum with a phase for each {@link SessionEnd}. */
public interface SessionPhase {
  /** The gate at which a session in this phase waits; null for a phase of work. */
  @Nullable GateType gate();

  /** How a session in this phase has ended; null while it goes on. */
  @Nullable SessionEnd end();

  default boolean waits() {
    return gate() != null;
  }

  default boolean closed() {
    return end() != null;
  }
}
