package dev.conclave.workflows.session;

import dev.conclave.workflows.gate.GateType;
import java.util.Optional;
import java.util.Set;

/**
 * A phase: an enum with, among others, {@code COMPLETE}, {@code SAVED}, {@code CANCELLED} and
 * {@code FAILED}. One that waits at a gate has the gate's name behind {@code AWAITING_}.
 */
public interface SessionPhase {
  String AWAITING = "AWAITING_";
  Set<String> CLOSED = Set.of("COMPLETE", "SAVED", "CANCELLED", "FAILED");

  String name();

  default boolean closed() {
    return CLOSED.contains(name());
  }

  /** The gate at which it waits in this phase; empty for a phase of work. */
  default Optional<GateType> gate() {
    return name().startsWith(AWAITING)
        ? Optional.of(GateType.valueOf(name().substring(AWAITING.length())))
        : Optional.empty();
  }
}
