package dev.conclave.workflows.review;

import dev.conclave.workflows.session.SessionInput;
import dev.conclave.workflows.session.SessionWorkflow;
import io.temporal.workflow.QueryMethod;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;

/** A review, from a change to findings that were voted on. */
@WorkflowInterface
public interface ReviewWorkflow extends SessionWorkflow {
  /** Runs the review to its end; a cancelled or failed one completes normally, too. */
  @WorkflowMethod
  ReviewState run(SessionInput<ReviewRequest, ReviewState> input);

  /** Everything: for the session folder's projector and for resume. */
  @QueryMethod(name = "carried", description = "Everything that the review knows")
  ReviewState fullState();
}
