package dev.conclave.workflows.plan;

import dev.conclave.workflows.api.Workspace;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.GateAnswer;
import dev.conclave.workflows.session.SessionRun;
import io.temporal.workflow.WorkflowInit;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/** {@inheritDoc} */
public class PlanWorkflowImpl extends SessionRun<PlanState, Phase> implements PlanWorkflow {
  private final Preparation preparation;
  private final RoundDocuments rounds;
  private final DiscussionGates discussion;
  private final PlanDrafting drafting;
  private final PlanConfirmation confirmation;

  /** State is there before the first message: a signal may be delivered ahead of {@link #run}. */
  @WorkflowInit
  public PlanWorkflowImpl(PlanInput input) {
    this(PlanState.of(input));
  }

  private PlanWorkflowImpl(PlanState state) {
    super(state, new PlanGates(state));
    preparation = new Preparation(session, host);
    rounds = new RoundDocuments(session, documents);
    discussion = new DiscussionGates(session, gates, host, rounds);
    drafting = new PlanDrafting(session, host, rounds, agents);
    confirmation = new PlanConfirmation(session, gates, drafting, folder);
  }

  @Override
  public PlanState run(PlanInput input) {
    runToEnd(
        input.unsent(), unsent -> new PlanInput(session.request(), Optional.of(session), unsent));
    return session;
  }

  /** The table of contents of a planning session. */
  @Override
  protected Supplier<Phase> work(Phase phase) {
    return switch (phase) {
      case INITIALIZING -> preparation::openWorkspace;
      case CONTEXT_GATHERING -> preparation::gatherContext;
      case ANALYZING -> () -> newRound().analyze();
      case AWAITING_CLARIFICATION -> discussion::clarify;
      case AWAITING_DECISION -> discussion::decide;
      case GENERATING_PLAN ->
          () -> {
            preparation.listAgentsAgain();
            return drafting.draftPlan();
          };
      case AWAITING_CONFIRMATION -> confirmation::confirm;
      case EXECUTING -> confirmation::handOff;
      case COMPLETE, SAVED, CANCELLED, FAILED -> () -> phase;
    };
  }

  private DiscussionRound newRound() {
    preparation.listAgentsAgain();
    return new DiscussionRound(session, host, documents, rounds, agents.ofNewPhase());
  }

  @Override
  protected void relocate(Workspace from, Workspace to, Duration patience) {
    preparation.relocate(from, to, patience);
  }

  /** The human cancelled at a gate. */
  static Phase cancelled(PlanState session, GateAnswer answer) {
    if (answer.kind() != AnswerKind.CANCEL) {
      throw new IllegalStateException("no such answer at this gate: " + answer.kind());
    }
    session.ending("cancelled by " + answer.by().orElse("unknown"));
    return Phase.CANCELLED;
  }

  @Override
  public SessionView state() {
    return SessionView.of(session);
  }

  @Override
  public RoundView round(int number) {
    return RoundView.of(session, number);
  }

  @Override
  public PlanState carried() {
    return session;
  }
}
