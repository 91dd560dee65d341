package dev.conclave.workflows.plan;

import dev.conclave.workflows.session.SessionInput;
import dev.conclave.workflows.session.SessionWorkflow;
import io.temporal.workflow.QueryMethod;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;

/** A planning session, from a task to a validated plan. */
@WorkflowInterface
public interface PlanWorkflow extends SessionWorkflow {
  /** Runs the session; cancelled, saved and failed sessions also complete normally. */
  @WorkflowMethod
  PlanState run(SessionInput<PlanRequest, PlanState> input);

  @QueryMethod(name = "round", description = "A round by number; 0 is the latest")
  RoundView round(int number);

  /** Returns the full state, for the session folder's projector and for resume. */
  @QueryMethod(name = "carried", description = "The full state of the session")
  PlanState fullState();
}
