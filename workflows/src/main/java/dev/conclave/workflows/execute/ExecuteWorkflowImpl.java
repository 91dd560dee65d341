package dev.conclave.workflows.execute;

import dev.conclave.workflows.api.Change;
import dev.conclave.workflows.api.ChangeSpec;
import dev.conclave.workflows.api.ChangeSpec.ChangeKind;
import dev.conclave.workflows.api.ExecutionActivities;
import dev.conclave.workflows.api.ExecutionActivities.Base;
import dev.conclave.workflows.api.ExecutionActivities.CommitOrder;
import dev.conclave.workflows.api.ExecutionActivities.Committed;
import dev.conclave.workflows.api.ExecutionActivities.Delivered;
import dev.conclave.workflows.api.ExecutionActivities.DeliveryOrder;
import dev.conclave.workflows.api.ExecutionActivities.OpenExecution;
import dev.conclave.workflows.api.ExecutionActivities.Replayed;
import dev.conclave.workflows.api.ExecutionActivities.Way;
import dev.conclave.workflows.api.PlanTask;
import dev.conclave.workflows.api.ReviewSubject;
import dev.conclave.workflows.api.WorkspaceActivities;
import dev.conclave.workflows.api.WorkspaceActivities.Drift;
import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.execute.TaskRun.Status;
import dev.conclave.workflows.review.ReviewQuestions;
import dev.conclave.workflows.session.DiscussionRound;
import dev.conclave.workflows.session.KindSpec;
import dev.conclave.workflows.session.SessionInput;
import dev.conclave.workflows.session.SessionRun;
import dev.conclave.workflows.session.SessionState;
import dev.conclave.workflows.temporal.ActivityProfile;
import dev.conclave.workflows.text.Bounds;
import dev.conclave.workflows.text.Cut;
import dev.conclave.workflows.text.Words;
import io.temporal.failure.ActivityFailure;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInit;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** {@inheritDoc} */
public class ExecuteWorkflowImpl extends SessionRun<ExecuteRequest, ExecuteState, ExecutePhase>
    implements ExecuteWorkflow {
  private final ExecuteGateHandlers human;

  /** Creates the state before the first message: a signal may arrive before {@link #run}. */
  @WorkflowInit
  public ExecuteWorkflowImpl(SessionInput<ExecuteRequest, ExecuteState> input) {
    this(input.state(ExecuteState::new));
  }

  private ExecuteWorkflowImpl(ExecuteState state) {
    super(state, new ExecuteGateContent(state));
    human = new ExecuteGateHandlers(state, gates, host, agents);
  }

  /** Maps each phase to its work. */
  @Override
  protected Supplier<ExecutePhase> work(ExecutePhase phase) {
    return switch (phase) {
      case OPENING -> () -> open(ExecutePhase.PREPARING);
      case PREPARING -> this::prepare;
      case AWAITING_COMMANDS -> human::allowCommands;
      case BASELINE -> this::runBaseline;
      case EXECUTING ->
          new TaskStep(state, host, agents.ofNewPhase(state.request().parallel()))::executeNext;
      case AWAITING_TASK -> human::judgeFailure;
      case BY_HAND -> human::waitForHand;
      case REVIEWING -> this::review;
      case AWAITING_REVIEW -> human::judgeReview;
      case AWAITING_DELIVERY -> human::chooseDelivery;
      case DELIVERING -> this::deliver;
      case COMPLETE, SAVED, CANCELLED, FAILED -> () -> phase;
    };
  }

  private ExecutePhase prepare() {
    ExecuteRequest request = state.request();
    if (request.allWriters().stream().noneMatch(state.roster()::mayWrite)) {
      String why =
          request.allWriters().stream()
              .flatMap(agent -> state.roster().find(agent).stream())
              .map(one -> one.agent() + ": " + one.reason().or(one::whyNotWriting).orElse("?"))
              .collect(Collectors.joining("; "));
      return failed("no agent here can execute the plan (%s)".formatted(why));
    }
    Base base =
        host.call(
            ExecutionActivities.class,
            ActivityProfile.OPEN_WORKSPACE,
            "make the repository of the execution",
            executions ->
                executions.open(
                    new OpenExecution(
                        state.session(),
                        state.requireWorkspace(),
                        state.requireTree().id(),
                        request.plan(),
                        request.checks(),
                        request.setup(),
                        branch())));
    List<String> drifted = drifted();
    if (!drifted.isEmpty() && !request.acceptDrift()) {
      return failed(
          "files of the plan have changed since it was made: %s; plan again, or start with --accept-drift"
              .formatted(String.join(", ", Bounds.paths(drifted))));
    }
    state.begin(base);
    base.notes().forEach(state::note);
    if (request.uncommitted() && base.hasUncommitted()) {
      commitUncommitted(base);
    }
    if (request.allowCommands()) {
      human.allow(check -> true);
    }
    return state.unallowed().isEmpty() ? ExecutePhase.BASELINE : ExecutePhase.AWAITING_COMMANDS;
  }

  private void commitUncommitted(Base base) {
    String subject = "Uncommitted changes";
    String message = "%s\n\nConclave-Session: %s\n".formatted(subject, state.session());
    Committed made =
        host.inRepository(
            "commit the uncommitted changes",
            git ->
                git.commit(
                    new CommitOrder(
                        state.session(),
                        state.requireWorkspace(),
                        base.head(),
                        base.head(),
                        base.headTree(),
                        base.headTree(),
                        base.tree(),
                        message,
                        base.author(),
                        SessionState.now())));
    state.recordCommit(made, subject, base.tree());
  }

  private String branch() {
    String named = state.request().branch();
    String own = KindSpec.folderName(state.handle()) + KindSpec.number(state.session());
    return named.isEmpty() ? "conclave/" + own : named;
  }

  private List<String> drifted() {
    String planned = state.request().planTree();
    if (planned.isEmpty() || planned.equals(state.requireTree().id())) {
      return List.of();
    }
    List<String> files =
        state.request().plan().tasks().stream()
            .flatMap(task -> task.files().stream())
            .map(PlanTask.PlanFile::path)
            .distinct()
            .toList();
    return host.tryOptional(
            "the drift check",
            () ->
                host.call(
                    WorkspaceActivities.class,
                    ActivityProfile.TREE,
                    "has the workspace drifted?",
                    trees -> trees.probe(state.requireWorkspace(), planned, files)))
        .map(Drift::cited)
        .orElse(List.of());
  }

  private ExecutePhase runBaseline() {
    new CheckRuns(state, host).baseline();
    return ExecutePhase.EXECUTING;
  }

  /** Runs a round of the review; after a fix, it covers only the changes of the fix. */
  private ExecutePhase review() {
    if (state.roster().stale()) {
      host.listAgents();
    }
    if (state.tip().equals(state.reviewedFrom)) {
      return human.afterReview(); // a failed fix: nothing has changed since the last review
    }
    if (!state.tip().equals(state.reviewing) && !openReview()) {
      return ExecutePhase.AWAITING_DELIVERY;
    }
    boolean first = !state.hasRoundOfDirection();
    boolean more =
        new DiscussionRound(state, host, documents, agents.ofNewPhase(), new ReviewQuestions(state))
            .run(false);
    if (more && state.needsBallot()) {
      return ExecutePhase.REVIEWING;
    }
    List<AgentRun> runs = state.lastRound().runs();
    if (first && runs.stream().noneMatch(AgentRun::answered)) {
      state.tell("no reviewer answered; the change was not reviewed");
      return ExecutePhase.AWAITING_DELIVERY;
    }
    state.addReview(state.last().map(Synthesis::review).orElseThrow());
    return human.afterReview();
  }

  /** Returns false without reviewers, and records a note with the reason. */
  private boolean openReview() {
    List<String> reviewers = state.reviewers();
    if (reviewers.isEmpty()) {
      boolean skipped = List.of().equals(state.request().reviewers());
      state.tell(skipped ? "no review, as requested" : "no agent could review the change");
      return false;
    }
    String range = state.reviewedFrom + ".." + state.tip();
    Change change = host.open(new ChangeSpec(ChangeKind.TREES, range));
    state.setSubject(
        new ReviewSubject(
            change, state.criteria(), state.request().bounds().constraints(), state.authors()));
    if (change.shown() == 0) {
      state.tell("the change has no readable text, so no reviewer was asked");
      return false;
    }
    if (!state.rounds().isEmpty()) {
      state.changeDirection(null);
    }
    state.reviewing = state.tip();
    state.setRoundsLeft(ExecuteState.REVIEW_ROUNDS);
    state.setAnalysts(reviewers);
    if (reviewers.size() == 1) {
      state.tell(
          "%s is the only reviewer: one round, and its findings count without a vote"
              .formatted(reviewers.get(0)));
    }
    return true;
  }

  /** Ignores cancellation: the user's ref is moved completely or not at all. */
  private ExecutePhase deliver() {
    DeliveryOrder order = state.order;
    if (order == null) {
      return ExecutePhase.AWAITING_DELIVERY;
    }
    Workflow.newDetachedCancellationScope(
            () ->
                state.setDelivered(
                    host.call(
                        ExecutionActivities.class,
                        ActivityProfile.DELIVER,
                        "deliver: " + Words.of(order.way()),
                        git -> git.deliver(order)),
                    order))
        .run();
    Delivered delivered = state.delivered().orElseThrow();
    state.order = null;
    if (delivered.moved()) {
      return state.mayReplay() ? replay(order) : notReplayed(order, "keeps moving");
    }
    if (!delivered.done()) {
      state.tell(delivered.said());
      return ExecutePhase.AWAITING_DELIVERY;
    }
    state.setEnding(ending(delivered));
    return order.way() == Way.KEEP ? ExecutePhase.SAVED : ExecutePhase.COMPLETE;
  }

  /** Replays the commits on a target that moved, so that the checks run there before the merge. */
  private ExecutePhase replay(DeliveryOrder order) {
    Replayed replayed =
        host.call(
                ExecutionActivities.class,
                ActivityProfile.DELIVER,
                "replay the commits on the target",
                git ->
                    git.replay(
                        state.session(),
                        state.requireWorkspace(),
                        state.requireBase(),
                        state.top().map(Committed::commit).orElseThrow()))
            .orElse(null);
    if (replayed == null) {
      return notReplayed(order, "has moved, and the commits conflict with it");
    }
    state.replayed(replayed);
    Base base = replayed.base();
    state.tell(
        "%s has moved to %s: the commits were replayed there, and the checks run again%s"
            .formatted(
                base.onBranch().orElse("the target"),
                Cut.head(base.head().orElse(""), 10),
                replayed.leftOut()
                    ? ", without your uncommitted changes, which conflict with it or are gone"
                    : ""));
    return ExecutePhase.BASELINE;
  }

  private ExecutePhase notReplayed(DeliveryOrder order, String why) {
    Base base = state.requireBase();
    String merge = "git merge " + Words.shell(base.branch());
    String said =
        "%s %s: keep the branch, then %s"
            .formatted(base.onBranch().orElse("the target"), why, merge);
    state.setDelivered(new Delivered(false, said, "", List.of(merge)), order);
    state.tell(said);
    return ExecutePhase.AWAITING_DELIVERY;
  }

  private String ending(Delivered delivered) {
    long done = state.tasks().stream().filter(task -> task.is(Status.DONE)).count();
    List<String> lacking = state.shortcomings();
    return "%s; %d of %s done%s"
        .formatted(
            delivered.said(),
            done,
            Words.counted(state.tasks().size(), "task"),
            lacking.isEmpty() ? "" : "; open: " + String.join("; ", lacking));
  }

  /** Keeps the branch of a session that ends before delivery; it can be resumed. */
  @Override
  protected void keepResults() {
    if (state.nothingDone() || state.delivered().filter(Delivered::done).isPresent()) {
      return;
    }
    String why = state.ending().map(ending -> ending + "; ").orElse("");
    try {
      DeliveryOrder order = human.order(Way.KEEP);
      Delivered kept =
          host.atTheEnd(ExecutionActivities.class, ActivityProfile.DELIVER, "keep the branch")
              .deliver(order);
      state.setDelivered(kept, order);
      state.setEnding(why + kept.said());
    } catch (ActivityFailure e) {
      state.setEnding(
          why
              + "its commits are kept, and `conclave resume %s` delivers them"
                  .formatted(state.handle()));
    }
  }

  private ExecutePhase failed(String why) {
    state.setEnding(why);
    return ExecutePhase.FAILED;
  }
}
