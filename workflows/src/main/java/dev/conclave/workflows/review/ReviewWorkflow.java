package dev.conclave.workflows.review;

import dev.conclave.workflows.session.SessionInput;
import dev.conclave.workflows.session.SessionWorkflow;
import io.temporal.workflow.QueryMethod;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;

/** A review, from a change to voted findings. */
@WorkflowInterface
public interface ReviewWorkflow extends SessionWorkflow {
  /** Runs the review; cancelled and failed reviews also complete normally. */
  @WorkflowMethod
  ReviewState run(SessionInput<ReviewRequest, ReviewState> input);

  /** Returns the full state, for the session folder's projector and for resume. */
  @QueryMethod(name = "carried", description = "The full state of the review")
  ReviewState fullState();
}
