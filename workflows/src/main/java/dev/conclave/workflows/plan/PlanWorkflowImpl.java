package dev.conclave.workflows.plan;

import dev.conclave.workflows.api.RosterActivities.HostRoster;
import dev.conclave.workflows.api.WorkspaceActivities.Opened;
import dev.conclave.workflows.model.Workspace;
import dev.conclave.workflows.session.DiscussionRound;
import dev.conclave.workflows.session.SessionInput;
import dev.conclave.workflows.session.SessionRun;
import io.temporal.workflow.WorkflowInit;
import java.util.function.Supplier;

/** {@inheritDoc} */
public class PlanWorkflowImpl extends SessionRun<PlanRequest, PlanState, Phase>
    implements PlanWorkflow {
  private final Preparation preparation;
  private final FullContext fullContext;
  private final PlanGateHandlers human;

  /** Initializes the state here because a signal may be delivered before {@link #run}. */
  @WorkflowInit
  public PlanWorkflowImpl(SessionInput<PlanRequest, PlanState> input) {
    this(input.state(PlanState::new));
  }

  private PlanWorkflowImpl(PlanState state) {
    super(state, new PlanGateContent(state));
    preparation = new Preparation(state, host);
    fullContext = new FullContext(state, host);
    human = new PlanGateHandlers(state, gates, host, documents, folder);
  }

  @Override
  protected Supplier<Phase> work(Phase phase) {
    return switch (phase) {
      case INITIALIZING -> preparation::openWorkspace;
      case CONTEXT_GATHERING ->
          () -> {
            preparation.gatherContext();
            return fullContext.gather();
          };
      case ANALYZING ->
          () -> {
            host.refresh(" · round " + state.round());
            return discussion().run(state.request().mode() == DiscussionMode.SERIAL)
                ? state.afterRound()
                : Phase.AWAITING_DECISION;
          };
      case AWAITING_CLARIFICATION -> human::clarify;
      case AWAITING_DECISION -> human::decide;
      case GENERATING_PLAN ->
          () -> {
            host.refresh(" · plan");
            return new PlanDrafting(state, host, documents, agents.ofNewPhase()).draftPlan();
          };
      case AWAITING_CONFIRMATION -> human::confirm;
      case EXECUTING -> human::handOff;
      case COMPLETE, SAVED, CANCELLED, FAILED -> () -> phase;
    };
  }

  private DiscussionRound discussion() {
    AgentQuestions questions = new AgentQuestions(state);
    return new DiscussionRound(state, host, documents, agents.ofNewPhase(), questions);
  }

  @Override
  protected void relocate(Workspace from, Opened to, HostRoster agents) {
    preparation.relocate(from, to, agents);
  }

  @Override
  public RoundView round(int number) {
    return RoundView.of(state, number);
  }
}
