package dev.conclave.workflows.analyze;

import dev.conclave.workflows.session.AgentCalls;
import dev.conclave.workflows.session.SessionInput;
import dev.conclave.workflows.session.SessionRun;
import io.temporal.workflow.WorkflowInit;
import java.util.function.Supplier;

/** {@inheritDoc} */
public class AnalyzeWorkflowImpl extends SessionRun<AnalyzeRequest, AnalyzeState, AnalyzePhase>
    implements AnalyzeWorkflow {
  private final AnalyzeGateHandlers human;

  /** Initializes the state here because a signal may be delivered before {@link #run}. */
  @WorkflowInit
  public AnalyzeWorkflowImpl(SessionInput<AnalyzeRequest, AnalyzeState> input) {
    this(input.state(AnalyzeState::new));
  }

  private AnalyzeWorkflowImpl(AnalyzeState state) {
    super(state, new AnalyzeGateContent(state));
    human = new AnalyzeGateHandlers(state, gates, host, documents, folder);
  }

  @Override
  protected Supplier<AnalyzePhase> work(AnalyzePhase phase) {
    return switch (phase) {
      case INITIALIZING -> () -> open(AnalyzePhase.ANALYZING_TOPIC);
      case ANALYZING_TOPIC -> new TopicAnalysis(state, host, agents.ofNewPhase())::analyze;
      case AWAITING_CONFIGURATION -> human::configure;
      case AWAITING_TASKS -> human::acceptTasks;
      case RUNNING_TASKS ->
          () -> {
            host.refresh(" again");
            AgentCalls calls = agents.ofNewPhase(Math.max(1, state.request().concurrency()));
            return new TaskWave(state, host, documents, calls).run();
          };
      case AWAITING_WAVE_FAILURE -> human::handleFailure;
      case AWAITING_DISCUSSION -> human::discuss;
      case AWAITING_COMPLETION -> human::complete;
      case COMPLETE, SAVED, CANCELLED, FAILED -> () -> phase;
    };
  }
}
