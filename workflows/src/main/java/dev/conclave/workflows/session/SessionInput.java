package dev.conclave.workflows.session;

import java.util.List;
import java.util.Optional;

/**
 * The argument of a run of a session.
 *
 * @param carried what the session knows already, after continue-as-new or for resume; empty at its
 *     start
 * @param unsent notifications that the run before could not send
 */
public record SessionInput<R extends SessionRequest, S extends SessionState<?>>(
    R request, Optional<S> carried, List<Notification> unsent) {
  public SessionInput(R request, Optional<S> carried) {
    this(request, carried, List.of());
  }
}
