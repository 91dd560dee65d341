package dev.conclave.workflows.plan;

import dev.conclave.workflows.api.RosterActivities.HostRoster;
import dev.conclave.workflows.api.WorkspaceActivities.Opened;
import dev.conclave.workflows.gate.Decision;
import dev.conclave.workflows.model.Workspace;
import dev.conclave.workflows.session.AgentCalls;
import dev.conclave.workflows.session.Clarifications;
import dev.conclave.workflows.session.DiscussionRound;
import dev.conclave.workflows.session.SessionInput;
import dev.conclave.workflows.session.SessionRun;
import io.temporal.workflow.WorkflowInit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** {@inheritDoc} */
public class PlanWorkflowImpl extends SessionRun<PlanRequest, PlanState, Phase>
    implements PlanWorkflow {
  private final PlanGateHandlers human;

  /** Initializes the state here because a signal may be delivered before {@link #run}. */
  @WorkflowInit
  public PlanWorkflowImpl(SessionInput<PlanRequest, PlanState> input) {
    this(input.state(PlanState::new));
  }

  private PlanWorkflowImpl(PlanState state) {
    super(state, new PlanGateContent(state));
    human = new PlanGateHandlers(state, gates, host, documents, folder);
  }

  @Override
  protected Supplier<Phase> work(Phase phase) {
    return switch (phase) {
      case INITIALIZING -> this::openWorkspace;
      case CONTEXT_GATHERING -> this::gatherContext;
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

  private Phase openWorkspace() {
    host.open();
    state.roster().markStale();
    return Phase.CONTEXT_GATHERING;
  }

  private Phase gatherContext() {
    if (!state.treeIsFresh()) {
      host.nameTree("");
    }
    AgentCalls.inParallel(
        () -> host.refresh(""), () -> state.setContext(host.search(newestWords()).orElse(null)));
    return new FullContext(state, host).gather();
  }

  /** Returns the human's newest words, without the questions that they answer. */
  private List<String> newestWords() {
    List<String> words = new ArrayList<>();
    state.directionText().ifPresent(words::add);
    Clarifications.newestAsking(state.decisions())
        .map(Decision::ownWords)
        .filter(said -> !said.isBlank())
        .ifPresent(words::add);
    return words;
  }

  private DiscussionRound discussion() {
    AgentQuestions questions = new AgentQuestions(state);
    return new DiscussionRound(state, host, documents, agents.ofNewPhase(), questions);
  }

  @Override
  protected void relocate(Workspace from, Opened opened, HostRoster agents) {
    Workspace to = opened.workspace();
    if (state.context().isPresent()) {
      state.setContext(host.search(newestWords(), to, opened.tree()).orElse(null));
    }
    boolean explored = state.fullContext().isPresent();
    state.moveTo(opened, agents);
    if (explored && state.fullContext().isEmpty()) {
      state.note("the full context was lost with its host; using search results only");
    }
    state.setRoundsElsewhere(state.rounds().size());
    // Containers, or two workers on one machine, may have the same host name.
    boolean alike = from.hostName().equals(to.hostName());
    state.note(
        "host %s is unavailable: the workspace was opened on host %s at the same commit%s%s"
            .formatted(
                from.hostName() + (alike ? " (" + from.host() + ")" : ""),
                to.hostName() + (alike ? " (" + to.host() + ")" : ""),
                state.context().isEmpty() ? "" : "; the context was gathered again",
                state.rounds().isEmpty()
                    ? ""
                    : "; the results of the rounds are kept, but their documents are lost"));
    state.touch();
  }

  @Override
  public RoundView round(int number) {
    return RoundView.of(state, number);
  }
}
