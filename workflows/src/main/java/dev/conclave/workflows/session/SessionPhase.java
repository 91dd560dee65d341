package dev.conclave.workflows.session;

import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.text.Words;
import org.jspecify.annotations.Nullable;

/**
 * A phase: an enum with one phase per {@link SessionEnd}. Phases that wait at a gate are named
 * {@code AWAITING_} and the gate's type.
 */
public interface SessionPhase {
  String name();

  /** Returns the gate at which the session waits in this phase; null for a phase of work. */
  default @Nullable GateType gate() {
    String gate = name().replaceFirst("^AWAITING_", "");
    return gate.equals(name()) ? null : GateType.valueOf(gate);
  }

  /** Returns how a session in this phase has ended; null while it is running. */
  default @Nullable SessionEnd end() {
    return Words.parse(SessionEnd.class, name()).orElse(null);
  }

  default boolean waits() {
    return gate() != null;
  }

  default boolean closed() {
    return end() != null;
  }
}
