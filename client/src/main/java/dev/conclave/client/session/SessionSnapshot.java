package dev.conclave.client.session;

import dev.conclave.workflows.session.SessionView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A session at one moment.
 *
 * @param otherWork other running activities, as text
 * @param waitsFor what else it waits for, such as a sleeping host or a silent server
 * @param closed how its workflow ended: {@code completed}, {@code terminated}, …; {@code forgotten}
 *     when the server no longer has it, {@code unreachable} when no server responds
 */
public record SessionSnapshot(
    SessionView view,
    List<LiveAgent> live,
    List<String> otherWork,
    @Nullable String waitsFor,
    @Nullable String closed) {
  public static SessionSnapshot ofClosed(SessionView view, String how) {
    return new SessionSnapshot(view, List.of(), List.of(), null, how);
  }

  /** Returns this snapshot at the gate of the session it waits for, which takes its answers. */
  public SessionSnapshot withGateOf(SessionView other) {
    SessionView there = other.gate().isEmpty() ? view : view.withGateOf(other);
    return new SessionSnapshot(there, live, otherWork, waitsFor, closed);
  }

  public boolean isClosed() {
    return closed != null;
  }

  /** Whether it waits for a human who can answer now. */
  public boolean awaitsHuman() {
    return closed == null && view.gate().filter(gate -> !gate.checking()).isPresent();
  }

  /** Whether this gate is open, even while an answer to it is being checked. */
  public boolean isAt(String gate) {
    return closed == null && view.gate().filter(open -> open.id().equals(gate)).isPresent();
  }
}
