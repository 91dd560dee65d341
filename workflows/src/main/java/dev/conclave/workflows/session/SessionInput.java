package dev.conclave.workflows.session;

import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInfo;
import java.time.Instant;
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

  /** What makes the state of a session that begins. */
  public interface FirstState<R, S> {
    S create(String session, R request, Instant createdAt);
  }

  /** The state of the run that calls this: a new session's, or what the run before carried on. */
  public S state(FirstState<R, S> first) {
    WorkflowInfo run = Workflow.getInfo();
    if (carried.isEmpty()) {
      return first.create(run.getWorkflowId(), request, SessionState.now());
    }
    S state = carried.get();
    state.restore(request, run.getContinuedExecutionRunId().isEmpty());
    return state;
  }
}
