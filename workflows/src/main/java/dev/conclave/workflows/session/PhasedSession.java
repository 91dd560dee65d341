package dev.conclave.workflows.session;

import dev.conclave.workflows.temporal.Words;

/**
 * A running session that goes from phase to phase.
 *
 * @param <P> the phases of its kind
 */
public abstract class PhasedSession<P extends Enum<P> & SessionPhase> extends Session {
  private P phase;
  private P resumeAt;

  /**
   * The state of a run; the same holds as for {@link Session}.
   *
   * @param phase in which the run before ended
   * @param resumeAt the phase in which a session that is over goes on
   */
  protected PhasedSession(
      String id,
      SessionRequest request,
      SessionState from,
      boolean carried,
      boolean resumed,
      P phase,
      P resumeAt) {
    super(id, request, from, carried, resumed);
    // A terminated run leaves an open phase behind.
    this.phase = phase.closed() ? resumeAt : phase;
    this.resumeAt = resumeAt;
  }

  public final P phase() {
    return phase;
  }

  /** The phase in which it goes on when it is resumed after its end. */
  public final P resumeAt() {
    return resumeAt;
  }

  /** From now on it stands there. */
  public final void enter(P next) {
    if (!next.closed()) {
      resumeAt = next;
    }
    standAt(next);
    touch();
  }

  /** Stands there without having come there: for what is reckoned before a session begins. */
  public final void standAt(P there) {
    phase = there;
  }

  @Override
  public final String standing() {
    return Words.of(phase);
  }

  @Override
  public final boolean closed() {
    return phase.closed();
  }
}
