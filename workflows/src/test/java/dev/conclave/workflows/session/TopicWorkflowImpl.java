package dev.conclave.workflows.session;

import io.temporal.workflow.WorkflowInit;
import java.util.Optional;

/** {@inheritDoc} */
public final class TopicWorkflowImpl extends RunningWorkflow<TopicSession, TopicWorkflow.Phase>
    implements TopicWorkflow {

  @WorkflowInit
  public TopicWorkflowImpl(Input input) {
    super(
        TopicSession.of(input),
        session ->
            (from, to, patience) -> {
              throw new IllegalStateException("a path has one host");
            },
        session -> new TopicPhases.Gates(),
        TopicPhases::new);
  }

  @Override
  public State run(Input input) {
    runToEnd(
        input.unsent(),
        unsent -> new Input(session().request(), Optional.of(session().state()), unsent));
    return session().state();
  }

  @Override
  public State carried() {
    return session().state();
  }
}
