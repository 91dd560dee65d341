package dev.conclave.workflows.execute;

import dev.conclave.workflows.session.SessionInput;
import dev.conclave.workflows.session.SessionWorkflow;
import io.temporal.workflow.QueryMethod;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;

/** Executes a plan, from its tasks to a reviewed and delivered branch. */
@WorkflowInterface
public interface ExecuteWorkflow extends SessionWorkflow {
  /** Runs the execution to its end. */
  @WorkflowMethod
  ExecuteState run(SessionInput<ExecuteRequest, ExecuteState> input);

  /** The complete state, for the session folder's projector and for resume. */
  @QueryMethod(name = "carried", description = "Everything that the execution knows")
  ExecuteState fullState();
}
