package dev.conclave.workflows.session;

import dev.conclave.workflows.gate.GateType;
import java.util.Optional;

/**
 * A phase: an enum with one for each {@link SessionEnd}. One that waits at a gate has the gate's
 * name behind {@code AWAITING_}.
 */
public interface SessionPhase {
  String AWAITING = "AWAITING_";

  String name();

  /** How the session has ended; empty while it goes on. */
  Optional<SessionEnd> end();

  default boolean closed() {
    return end().isPresent();
  }

  /** The gate at which it waits in this phase; empty for a phase of work. */
  default Optional<GateType> gate() {
    return name().startsWith(AWAITING)
        ? Optional.of(GateType.valueOf(name().substring(AWAITING.length())))
        : Optional.empty();
  }
}
