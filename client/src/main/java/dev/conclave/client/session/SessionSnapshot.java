package dev.conclave.client.session;

import dev.conclave.workflows.session.SessionView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A session at one moment.
 *
 * @param otherWork what else is done for it now, in words
 * @param waitsFor beside agents and humans: a host that sleeps, a server that does not answer
 * @param closed how its workflow ended: {@code completed}, {@code terminated} and the like; {@code
 *     forgotten} when the server has it no more, {@code unreachable} when no server answers
 */
public record SessionSnapshot(
    SessionView view,
    List<LiveAgent> live,
    List<String> otherWork,
    @Nullable String waitsFor,
    @Nullable String closed) {
  /** A session that nobody works on any more. */
  public static SessionSnapshot over(SessionView view, String how) {
    return new SessionSnapshot(view, List.of(), List.of(), null, how);
  }

  /** The same at the gate of the session that it waits for, which an answer to it answers. */
  public SessionSnapshot at(SessionView other) {
    SessionView there = other.gate().isEmpty() ? view : view.at(other);
    return new SessionSnapshot(there, live, otherWork, waitsFor, closed);
  }

  public boolean isClosed() {
    return closed != null;
  }

  /** Whether it waits for a human who can answer now. */
  public boolean awaitsHuman() {
    return closed == null && view.gate().filter(gate -> !gate.checking()).isPresent();
  }

  /** Whether it is at this gate, an answer to it being checked or not. */
  public boolean isAt(String gate) {
    return closed == null && view.gate().filter(open -> open.id().equals(gate)).isPresent();
  }
}
