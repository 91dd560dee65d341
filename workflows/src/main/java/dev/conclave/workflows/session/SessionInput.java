package dev.conclave.workflows.session;

import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInfo;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The argument of a session's run.
 *
 * @param carried the state after continue-as-new or for resume; empty for a new session
 * @param unsent notifications that the previous run could not send
 */
public record SessionInput<R extends SessionRequest, S extends SessionState<?>>(
    R request, Optional<S> carried, List<Notification> unsent) {
  public SessionInput(R request, Optional<S> carried) {
    this(request, carried, List.of());
  }

  public interface FirstState<R, S> {
    S create(String session, R request, Instant createdAt);
  }

  /** Returns the state of the current run: new, or carried over from the previous run. */
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
