package dev.conclave.workflows.analyze;

import dev.conclave.workflows.session.SessionInput;
import dev.conclave.workflows.session.SessionWorkflow;
import io.temporal.workflow.QueryMethod;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;

/** A topic analyzed by several agents from several perspectives. */
@WorkflowInterface
public interface AnalyzeWorkflow extends SessionWorkflow {

  /** Runs until the analysis is over; returns all that the session knew. */
  @WorkflowMethod
  AnalyzeState run(SessionInput<AnalyzeRequest, AnalyzeState> input);

  @QueryMethod(name = "carried", description = "everything the session knows, for its folder")
  AnalyzeState fullState();
}
