package dev.conclave.workflows.context;

import dev.conclave.workflows.session.SessionInput;
import dev.conclave.workflows.session.SessionWorkflow;
import io.temporal.workflow.QueryMethod;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;

/** Gathers the full context of a task: explores several angles and resolves conflicts. */
@WorkflowInterface
public interface ContextWorkflow extends SessionWorkflow {

  /** Runs the session to its end and returns its state. */
  @WorkflowMethod
  ContextState run(SessionInput<ContextRequest, ContextState> input);

  @QueryMethod(name = "carried", description = "The full state of the session")
  ContextState fullState();
}
