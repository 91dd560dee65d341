package dev.conclave.workflows.analyze;

import dev.conclave.workflows.session.SessionInput;
import dev.conclave.workflows.session.SessionWorkflow;
import io.temporal.workflow.QueryMethod;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;

/** Analyzes a topic with several agents from several perspectives. */
@WorkflowInterface
public interface AnalyzeWorkflow extends SessionWorkflow {

  /** Runs the analysis to its end and returns its state. */
  @WorkflowMethod
  AnalyzeState run(SessionInput<AnalyzeRequest, AnalyzeState> input);

  @QueryMethod(name = "carried", description = "The full state of the session")
  AnalyzeState fullState();
}
