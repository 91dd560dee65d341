package dev.conclave.workflows.plan;

import dev.conclave.workflows.session.SessionInput;
import dev.conclave.workflows.session.SessionWorkflow;
import io.temporal.workflow.QueryMethod;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;

/** A planning session, from a task to a validated plan. */
@WorkflowInterface
public interface PlanWorkflow extends SessionWorkflow {
  /** Runs the session to its end; a cancelled, saved or failed one completes normally, too. */
  @WorkflowMethod
  PlanState run(SessionInput<PlanRequest, PlanState> input);

  @QueryMethod(name = "round", description = "One round by its number; the last one for 0")
  RoundView round(int number);

  /** Everything: for the session folder's projector and for resume. */
  @QueryMethod(name = "carried", description = "Everything that the session knows")
  PlanState fullState();
}
