package dev.conclave.workflows.context;

import dev.conclave.workflows.session.SessionInput;
import dev.conclave.workflows.session.SessionRun;
import io.temporal.workflow.WorkflowInit;
import java.util.function.Supplier;

/** {@inheritDoc} */
public class ContextWorkflowImpl extends SessionRun<ContextRequest, ContextState, ContextPhase>
    implements ContextWorkflow {
  private final ContextFindings findings;
  private final ContextGateHandlers human;

  /** Initializes the state here because a signal may be delivered before {@link #run}. */
  @WorkflowInit
  public ContextWorkflowImpl(SessionInput<ContextRequest, ContextState> input) {
    this(input.state(ContextState::new));
  }

  private ContextWorkflowImpl(ContextState state) {
    super(state, new ContextGateContent(state));
    findings = new ContextFindings(state, host, documents);
    human = new ContextGateHandlers(state, gates);
  }

  @Override
  protected Supplier<ContextPhase> work(ContextPhase phase) {
    return switch (phase) {
      case INITIALIZING -> () -> open(ContextPhase.DETECTING);
      case DETECTING -> exploring()::detect;
      case EXPLORING -> exploring()::explore;
      case AWAITING_QUESTIONS -> human::answerExplorers;
      case ANALYZING_CONFLICTS -> conflicts()::analyze;
      case AWAITING_CONFLICT -> human::decide;
      case AWAITING_CONFLICT_QUESTIONS -> human::answer;
      case CLARIFYING -> conflicts()::clarify;
      case AWAITING_RESOLUTIONS -> human::reconsider;
      case ASSEMBLING -> new PackageAssembly(state, host, findings)::assemble;
      case COMPLETE, SAVED, CANCELLED, FAILED -> () -> phase;
    };
  }

  private Exploring exploring() {
    return new Exploring(state, host, agents.ofNewPhase(), findings);
  }

  private ConflictAnalysis conflicts() {
    return new ConflictAnalysis(state, host, agents.ofNewPhase(), findings);
  }
}
