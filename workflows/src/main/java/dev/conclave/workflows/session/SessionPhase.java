package dev.conclave.workflows.session;

import dev.conclave.workflows.gate.GateType;
import org.jspecify.annotations.Nullable;

/** A phase: an enum with one phase per {@link SessionEnd}. */
public interface SessionPhase {
  Type type();

  /** Returns the gate at which the session waits in this phase; null for a phase of work. */
  default @Nullable GateType gate() {
    return type().gate();
  }

  /** Returns how a session in this phase has ended; null while it is running. */
  default @Nullable SessionEnd end() {
    return type().end();
  }

  default boolean waits() {
    return gate() != null;
  }

  default boolean closed() {
    return end() != null;
  }

  /** Work, a gate or an end. */
  record Type(@Nullable GateType gate, @Nullable SessionEnd end) {
    public static final Type WORK = new Type(null, null);

    public static Type gate(GateType gate) {
      return new Type(gate, null);
    }

    public static Type end(SessionEnd end) {
      return new Type(null, end);
    }
  }
}
