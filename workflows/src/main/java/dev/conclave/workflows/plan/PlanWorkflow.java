package dev.conclave.workflows.plan;

import dev.conclave.workflows.session.SessionKind;
import dev.conclave.workflows.session.SessionWorkflow;
import io.temporal.workflow.QueryMethod;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;

/** A planning session, from a task to a validated plan. */
@WorkflowInterface
public interface PlanWorkflow extends SessionWorkflow {
  /** Workflow type. */
  String TYPE = SessionKind.Type.PLAN;

  /** Runs the session to its end; a cancelled, saved or failed one completes normally, too. */
  @WorkflowMethod(name = TYPE)
  PlanState run(PlanInput input);

  /** The session in short. */
  @QueryMethod(name = "state", description = "The session in short")
  SessionView state();

  /** One round; the last when the number is 0. */
  @QueryMethod(name = "round", description = "One round by its number; the last one for 0")
  RoundView round(int number);

  /** Everything: for the session folder's projector and for resume. */
  @QueryMethod(name = "carried", description = "Everything that the session knows")
  PlanState carried();
}
