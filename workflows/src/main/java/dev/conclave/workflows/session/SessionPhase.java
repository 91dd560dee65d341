package dev.conclave.workflows.session;

import dev.conclave.workflows.gate.GateType;
import java.util.Optional;

/** A phase: an enum with, among others, {@code SAVED}, {@code CANCELLED} and {@code FAILED}. */
public interface SessionPhase {

  boolean closed();

  /** The gate at which it waits in this phase; empty for a phase of work. */
  Optional<GateType> gate();
}
