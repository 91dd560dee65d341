package dev.conclave.workflows.session;

import dev.conclave.workflows.gate.GateType;
import org.jspecify.annotations.Nullable;

/** A phase: an enum with one phase per {@link SessionEnd}. */
public interface SessionPhase {
  /** Returns the gate at which the session waits in this phase; null for a phase of work. */
  @Nullable GateType gate();

  /** Returns how a session in this phase has ended; null while it is running. */
  @Nullable SessionEnd end();

  default boolean waits() {
    return gate() != null;
  }

  default boolean closed() {
    return end() != null;
  }
}
