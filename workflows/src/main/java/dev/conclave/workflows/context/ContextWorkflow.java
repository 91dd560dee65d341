package dev.conclave.workflows.context;

import dev.conclave.workflows.session.SessionInput;
import dev.conclave.workflows.session.SessionWorkflow;
import io.temporal.workflow.QueryMethod;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;

/** The full context of a task: explored from several angles, its conflicts resolved. */
@WorkflowInterface
public interface ContextWorkflow extends SessionWorkflow {

  /** Runs until the context is complete; returns all that the session knew. */
  @WorkflowMethod
  ContextState run(SessionInput<ContextRequest, ContextState> input);

  @QueryMethod(name = "carried", description = "everything the session knows, for its folder")
  ContextState fullState();
}
