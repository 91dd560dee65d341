package dev.conclave.workflows.review;

import dev.conclave.workflows.api.Change;
import dev.conclave.workflows.api.ReviewSubject;
import dev.conclave.workflows.api.RosterActivities.HostRoster;
import dev.conclave.workflows.api.WorkspaceActivities.Opened;
import dev.conclave.workflows.api.WorkspaceActivities.Tree;
import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.model.Workspace;
import dev.conclave.workflows.session.DiscussionRound;
import dev.conclave.workflows.session.HostCalls;
import dev.conclave.workflows.session.SessionInput;
import dev.conclave.workflows.session.SessionRun;
import io.temporal.workflow.WorkflowInit;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** {@inheritDoc} */
public class ReviewWorkflowImpl extends SessionRun<ReviewRequest, ReviewState, ReviewPhase>
    implements ReviewWorkflow {

  /** Initializes the state here because a signal may be delivered before {@link #run}. */
  @WorkflowInit
  public ReviewWorkflowImpl(SessionInput<ReviewRequest, ReviewState> input) {
    this(input.state(ReviewState::new));
  }

  private ReviewWorkflowImpl(ReviewState state) {
    // Only the budget opens a gate.
    super(state, any -> Optional.of(AnswerKind.DECIDE).filter(decide -> state.request().yes()));
  }

  @Override
  protected Supplier<ReviewPhase> work(ReviewPhase phase) {
    return switch (phase) {
      case INITIALIZING -> this::openChange;
      case REVIEWING -> this::review;
      case COMPLETE, SAVED, CANCELLED, FAILED -> () -> phase;
    };
  }

  private ReviewPhase openChange() {
    host.open();
    host.listAgents();
    Change change = host.open(state.request().change());
    state.setSubject(ReviewSubject.of(change));
    if (change.files() == 0) {
      return failed(
          ("there is nothing to review in %s; choose another change, such as main...HEAD,"
                  + " --staged or --pr 12")
              .formatted(state.request().change().named()));
    }
    if (change.shown() == 0) {
      state.tell("the change has no readable text, so no reviewer was asked");
      return ReviewPhase.COMPLETE;
    }
    if (state.analysts().isEmpty()) {
      return failed("no agent can review; `conclave doctor` shows why");
    }
    if (state.analysts().size() == 1) {
      state.tell(
          "%s reviews alone, in one round: its findings count without a second opinion"
              .formatted(state.analysts().get(0)));
    } else if (state.maxRounds() == 1) {
      state.tell("one round, as requested: findings count without a vote");
    }
    return ReviewPhase.REVIEWING;
  }

  private ReviewPhase review() {
    if (state.roster().stale()) {
      host.listAgents();
    }
    ReviewQuestions questions = new ReviewQuestions(state);
    boolean more =
        new DiscussionRound(state, host, documents, agents.ofNewPhase(), questions).run(false);
    List<AgentRun> runs = state.lastRound().runs();
    if (state.rounds().size() == 1 && runs.stream().noneMatch(AgentRun::answered)) {
      return failed(
          "no reviewer answered: "
              + String.join("; ", runs.stream().map(AgentRun::describe).distinct().toList()));
    }
    return more && state.needsBallot() ? ReviewPhase.REVIEWING : ReviewPhase.COMPLETE;
  }

  private ReviewPhase failed(String why) {
    state.setEnding(why);
    return ReviewPhase.FAILED;
  }

  /** Also opens the change again, because its diff is a document of the lost host. */
  @Override
  protected void relocate(Workspace from, Opened to, HostRoster agents) {
    Optional<Change> again =
        state.change().map(any -> host.open(state.request().change(), to.workspace()));
    Tree tree = again.map(HostCalls::tree).orElse(to.tree());
    super.relocate(from, new Opened(to.workspace(), tree), agents);
    again.map(ReviewSubject::of).ifPresent(state::setSubject);
    state.setRoundsElsewhere(state.rounds().size());
  }
}
