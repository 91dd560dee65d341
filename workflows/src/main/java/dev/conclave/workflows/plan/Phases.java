package dev.conclave.workflows.plan;

import dev.conclave.workflows.agent.RosterActivities;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.AnswerOutcome;
import dev.conclave.workflows.gate.GateAnswer;
import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.host.ActivityProfile;
import dev.conclave.workflows.host.TaskQueues;
import dev.conclave.workflows.plan.Gates.TakenAnswer;
import dev.conclave.workflows.search.ContextRequest;
import dev.conclave.workflows.search.SearchActivities;
import dev.conclave.workflows.workspace.Drift;
import dev.conclave.workflows.workspace.Tree;
import dev.conclave.workflows.workspace.WorkspaceActivities;
import io.temporal.failure.ActivityFailure;
import io.temporal.failure.ApplicationFailure;
import io.temporal.workflow.Workflow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What each phase does, and which phase comes next. */
final class Phases {
  private final Session session;
  private final Projection projection;
  private final Waiting waiting;
  private final Rounds rounds;
  private final Drafting drafting;

  Phases(Session session, Projection projection, Telling telling, Stopping stopping) {
    this.session = session;
    this.projection = projection;
    waiting = new Waiting(session, telling, stopping);
    Asking asking = new Asking(session, new BudgetWatch(session, waiting, stopping));
    rounds = new Rounds(session, asking);
    drafting = new Drafting(session, asking);
  }

  /** Runs a phase and returns the next; the same phase again when the run is to be continued. */
  Phase next(Phase phase) {
    return switch (phase) {
      case INITIALIZING -> openWorkspace();
      case CONTEXT_GATHERING -> gatherContext();
      case ANALYZING -> analyze();
      case AWAITING_CLARIFICATION -> clarify();
      case AWAITING_DECISION -> decide();
      case GENERATING_PLAN -> draftPlan();
      case AWAITING_CONFIRMATION -> confirm();
      case EXECUTING -> handOff();
      case COMPLETE, SAVED, CANCELLED, FAILED -> phase;
    };
  }

  private Phase openWorkspace() {
    String queue =
        session.request.workspace().host().map(TaskQueues::host).orElse(TaskQueues.WORKFLOWS);
    session.workspace =
        Optional.of(
            Workflow.newActivityStub(
                    WorkspaceActivities.class,
                    ActivityProfile.OPEN_WORKSPACE.on(queue, "open the workspace"))
                .open(session.request.workspace()));
    session.roster =
        Workflow.newActivityStub(
                RosterActivities.class,
                ActivityProfile.LIST_AGENTS.on(hostQueue(), "look for the agents"))
            .list(Agents.all(session.request));
    session.analysts = Agents.analysts(session.request, session.roster);
    return Phase.CONTEXT_GATHERING;
  }

  private Phase gatherContext() {
    WorkspaceActivities workspace =
        Workflow.newActivityStub(
            WorkspaceActivities.class, ActivityProfile.TREE.on(hostQueue(), "name the tree"));
    Tree tree = workspace.nameTree(session.openWorkspace());
    session.tree = Optional.of(tree);
    List<String> words = new ArrayList<>();
    session.directionText.ifPresent(words::add);
    session.feedback.ifPresent(words::add);
    try {
      session.context =
          Optional.of(
              Workflow.newActivityStub(
                      SearchActivities.class,
                      ActivityProfile.GATHER_CONTEXT.on(hostQueue(), "gather context"))
                  .gather(
                      new ContextRequest(
                          session.id,
                          session.request.task(),
                          words,
                          session.openWorkspace(),
                          tree.id())));
    } catch (ActivityFailure e) {
      Asking.rethrowCancellation(e);
      // The agents read the tree themselves: without a context package they start colder.
      String reason =
          e.getCause() instanceof ApplicationFailure failure
              ? failure.getOriginalMessage()
              : String.valueOf(e.getMessage());
      session.notes.add("no context was gathered: " + Bounds.message(Optional.of(reason)));
    }
    return Phase.ANALYZING;
  }

  private Phase analyze() {
    waiting.decideNow(false);
    Synthesis synthesis = rounds.conduct();
    if (waiting.decideNow() || session.onlyDirect()) {
      return Phase.AWAITING_DECISION;
    }
    return switch (synthesis.convergence().recommendation()) {
      case CONVERGED -> Phase.AWAITING_DECISION;
      case USER_INPUT_NEEDED -> Phase.AWAITING_CLARIFICATION;
      case CONTINUE ->
          synthesis.convergence().newInsights() && session.roundsLeft > 0
              ? Phase.ANALYZING
              : Phase.AWAITING_DECISION;
    };
  }

  private Phase clarify() {
    Optional<TakenAnswer> taken =
        waiting.answer(GateType.CLARIFICATION, () -> Shown.clarification(session));
    if (taken.isEmpty()) {
      return session.phase;
    }
    GateAnswer answer = taken.get().answer();
    session.record(taken.get());
    return switch (answer.kind()) {
      case CLARIFY -> anotherRound(answer.words());
      case CHANGE_DIRECTION -> newDirection(answer.words());
      case PROCEED -> Phase.AWAITING_DECISION;
      default -> cancelled(answer);
    };
  }

  private Phase decide() {
    if (session.request.yes() && session.last.filter(l -> !l.solutions().isEmpty()).isEmpty()) {
      session.ending = Optional.of("no solution came out that --yes could approve");
      return Phase.FAILED;
    }
    boolean uncertain = session.last.filter(Phases::uncertain).isPresent();
    Optional<TakenAnswer> taken =
        waiting.answer(
            GateType.DECISION, () -> Shown.decision(session, uncertain, waiting.drift()));
    if (taken.isEmpty()) {
      return session.phase;
    }
    GateAnswer answer = taken.get().answer();
    return switch (answer.kind()) {
      case APPROVE -> approve(taken.get());
      case MORE_ANALYSIS -> {
        session.record(taken.get());
        yield anotherRound(answer.words());
      }
      case DIFFERENT_DIRECTION -> {
        session.record(taken.get());
        yield newDirection(answer.words());
      }
      default -> {
        session.record(taken.get());
        yield cancelled(answer);
      }
    };
  }

  /** An approval holds when what it was given for still stands in the workspace. */
  private Phase approve(TakenAnswer taken) {
    Synthesis last = session.last.orElseThrow();
    Solution solution = last.solutions().get(taken.answer().solution().orElse(1) - 1);
    String tree = session.rounds.get(session.rounds.size() - 1).tree();
    Drift drift =
        Workflow.newActivityStub(
                WorkspaceActivities.class,
                ActivityProfile.TREE.on(hostQueue(), "has the workspace drifted?"))
            .probe(session.openWorkspace(), tree, Cited.files(solution, last));
    if (drift.concernsCited() && !taken.answer().acceptDrift().orElse(false)) {
      session.gates.settle(taken.key(), AnswerOutcome.REOPENED);
      waiting.drift(drift.cited());
      return Phase.AWAITING_DECISION;
    }
    waiting.drift(List.of());
    session.record(taken);
    session.gates.settle(taken.key(), AnswerOutcome.ACCEPTED);
    session.selected = Optional.of(taken.answer().solution().orElse(1) - 1);
    session.notes.clear();
    if (drift.concernsCited()) {
      session.notes.add("drift accepted: " + String.join(", ", drift.cited()));
    }
    return Phase.GENERATING_PLAN;
  }

  private Phase draftPlan() {
    GateAnswer approval = session.approval().orElseThrow().answer();
    Solution solution = session.last.orElseThrow().solutions().get(session.selected.orElse(0));
    Optional<String> wish = session.feedback;
    session.feedback = Optional.empty();
    Optional<PlanDraft> draft = drafting.draft(approval, solution, wish);
    if (draft.isEmpty()) {
      String reason =
          "no plan can be made of \"" + solution.name() + "\": it names neither files nor tasks";
      if (session.request.yes()) {
        session.ending = Optional.of(reason);
        return Phase.FAILED;
      }
      session.notes.add(reason);
      return Phase.AWAITING_DECISION;
    }
    session.plan = draft;
    return Phase.AWAITING_CONFIRMATION;
  }

  private Phase confirm() {
    Optional<TakenAnswer> taken =
        waiting.answer(GateType.CONFIRMATION, () -> Shown.confirmation(session));
    if (taken.isEmpty()) {
      return session.phase;
    }
    GateAnswer answer = taken.get().answer();
    session.record(taken.get());
    return switch (answer.kind()) {
      case EXECUTE -> Phase.EXECUTING;
      case MODIFY -> {
        session.feedback = answer.text();
        yield Phase.GENERATING_PLAN;
      }
      case BACK -> Phase.AWAITING_DECISION;
      case SAVE -> {
        session.ending = Optional.of("saved; go on with conclave resume " + session.id);
        yield Phase.SAVED;
      }
      default -> cancelled(answer);
    };
  }

  /** The executor reads files, so they must be there before the session says it is complete. */
  private Phase handOff() {
    projection.awaitWritten();
    session.ending =
        Optional.of(
            projection
                .failure()
                .map(reason -> "the plan is confirmed, but its files were not written: " + reason)
                .orElse("the plan is written and handed off"));
    return Phase.COMPLETE;
  }

  private Phase anotherRound(String words) {
    session.grantRounds(session.roundsLeft + 1);
    session.notes.clear();
    if (words.isBlank()) {
      return Phase.ANALYZING;
    }
    session.feedback = Optional.of(words);
    return Phase.CONTEXT_GATHERING;
  }

  private Phase newDirection(String words) {
    session.direction++;
    session.directionText = Optional.of(words);
    session.feedback = Optional.empty();
    session.notes.clear();
    session.grantRounds(session.request.maxRounds());
    return Phase.CONTEXT_GATHERING;
  }

  private Phase cancelled(GateAnswer answer) {
    if (answer.kind() != AnswerKind.CANCEL) {
      throw new IllegalStateException("no such answer at this gate: " + answer.kind());
    }
    session.ending = Optional.of("cancelled by " + answer.by().orElse("unknown"));
    return Phase.CANCELLED;
  }

  private static boolean uncertain(Synthesis last) {
    return last.convergence().recommendation()
        != dev.conclave.workflows.discussion.Recommendation.CONVERGED;
  }

  private String hostQueue() {
    return TaskQueues.host(session.openWorkspace().host());
  }
}
