package dev.conclave.workflows.session;

/**
 * The course of a kind of session: what each of its phases does, and which comes next.
 *
 * @param <P> the phases
 */
public interface Course<P extends SessionPhase> {

  /** Runs a phase and returns the next; the same phase again when the run is to be continued. */
  P next(P phase);

  /** The phase of a session that was stopped and can be resumed. */
  P saved();

  /** The phase of a session that was cancelled. */
  P cancelled();

  /** The phase of a session that could not go on. */
  P failed();
}
