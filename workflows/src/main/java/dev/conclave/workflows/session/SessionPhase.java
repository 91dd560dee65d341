package dev.conclave.workflows.session;

import dev.conclave.workflows.gate.GateType;
import java.util.Optional;

/**
 * Where a session of some kind stands: an enum that has, beside the phases of its own, {@code
 * SAVED}, {@code CANCELLED} and {@code FAILED}.
 */
public interface SessionPhase {

  /** Whether the session is over. */
  boolean closed();

  /** The gate at which it waits in this phase; empty for a phase of work. */
  Optional<GateType> gate();
}
