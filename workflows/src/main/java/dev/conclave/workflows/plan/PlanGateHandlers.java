package dev.conclave.workflows.plan;

import dev.conclave.workflows.api.WorkspaceActivities;
import dev.conclave.workflows.api.WorkspaceActivities.Drift;
import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.discussion.CodeLocation;
import dev.conclave.workflows.discussion.Ledger.Point.PointState;
import dev.conclave.workflows.discussion.Ledger.Statement;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.discussion.SolutionTask;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.gate.Answer;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.AnswerReply.AnswerOutcome;
import dev.conclave.workflows.gate.GateAnswer;
import dev.conclave.workflows.gate.GateState.TakenAnswer;
import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.session.AgentCalls;
import dev.conclave.workflows.session.Clarifications;
import dev.conclave.workflows.session.GateLoop;
import dev.conclave.workflows.session.HostCalls;
import dev.conclave.workflows.session.ReplyDocuments;
import dev.conclave.workflows.session.RoundLedger;
import dev.conclave.workflows.session.SessionFolderWriter;
import dev.conclave.workflows.temporal.ActivityProfile;
import dev.conclave.workflows.text.Bounds;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Handles the phases in which the human steers: clarification, decision, confirmation, hand-off.
 */
final class PlanGateHandlers {
  private static final int CITED_FILES = 500;

  private final PlanState state;
  private final GateLoop gates;
  private final PlanGateContent offer;
  private final HostCalls host;
  private final ReplyDocuments documents;
  private final SessionFolderWriter folder;

  PlanGateHandlers(
      PlanState state,
      GateLoop gates,
      HostCalls host,
      ReplyDocuments documents,
      SessionFolderWriter folder) {
    this.state = state;
    this.gates = gates;
    offer = new PlanGateContent(state);
    this.host = host;
    this.documents = documents;
    this.folder = folder;
  }

  Phase clarify() {
    Optional<TakenAnswer> taken = gates.answer(GateType.CLARIFICATION, offer::clarification);
    if (taken.isEmpty()) {
      return state.phase();
    }
    GateAnswer answer = taken.get().answer();
    state.record(taken.get());
    return switch (answer.kind()) {
      case CLARIFY -> {
        // If every question is answered, a recount is enough: no further round is needed.
        int asked = taken.get().gate().shown().questions().size();
        if (asked == 0 || answer.answers().size() < asked || answer.text().isPresent()) {
          yield anotherRound();
        }
        state.forgetNotes();
        recount();
        yield state.afterRound();
      }
      case CHANGE_DIRECTION -> newDirection(answer);
      case PROCEED -> {
        recountIfAnswered(answer);
        yield Phase.AWAITING_DECISION;
      }
      default -> throw answer.unexpected();
    };
  }

  private void recountIfAnswered(GateAnswer answer) {
    if (!answer.answers().isEmpty()) {
      recount();
    }
  }

  /** Recounts the last round with the human's new answers, without asking an agent. */
  private Synthesis recount() {
    Synthesis counted =
        RoundLedger.recount(
            state,
            host,
            documents,
            () -> state.roundDocument(documents).orElse(null),
            state.maxRounds(),
            state.roundsLeft());
    state.recount(counted);
    return counted;
  }

  Phase decide() {
    boolean unanswered =
        !state.rounds().isEmpty()
            && state.lastRound().runs().stream().noneMatch(AgentRun::answered);
    if (state.request().yes()
        && (unanswered || state.last().filter(l -> !l.solutions().isEmpty()).isEmpty())) {
      state.setEnding("the discussion found no solution that --yes could approve");
      return Phase.FAILED;
    }
    Optional<TakenAnswer> taken = gates.answer(GateType.DECISION, offer::decision);
    if (taken.isEmpty()) {
      return state.phase();
    }
    GateAnswer answer = taken.get().answer();
    if (answer.kind() == AnswerKind.APPROVE) {
      return approve(taken.get());
    }
    state.record(taken.get());
    return switch (answer.kind()) {
      case MORE_ANALYSIS -> anotherRound();
      case DIFFERENT_DIRECTION -> newDirection(answer);
      default -> throw answer.unexpected();
    };
  }

  /** Accepts an approval if the files behind the option are unchanged in the workspace. */
  private Phase approve(TakenAnswer taken) {
    int selected = taken.answer().body().chosen().orElse(1) - 1;
    Synthesis last = state.last().orElseThrow();
    String tree = state.lastRound().tree();
    List<String> cited = cited(last.solutions().get(selected), last);
    Optional<Drift> probed = gates.unlessAnswered(() -> probe(tree, cited));
    if (probed.isEmpty()) {
      return state.phase();
    }
    List<String> drifted = probed.get().cited();
    if (!accepted(taken, drifted)) {
      return Phase.AWAITING_DECISION;
    }
    state.forgetNotes();
    recountIfAnswered(taken.answer());
    state.selected = placeOf(last.solutions().get(selected), selected);
    if (!drifted.isEmpty()) {
      state.note("drift accepted: " + String.join(", ", Bounds.paths(drifted)));
    }
    return Phase.GENERATING_PLAN;
  }

  /** Checks for drift and, in parallel, lists the agents that could plan. */
  private Drift probe(String tree, List<String> cited) {
    List<Drift> probed = new ArrayList<>();
    AgentCalls.inParallel(
        host::listAgents,
        () ->
            probed.add(
                host.call(
                    WorkspaceActivities.class,
                    ActivityProfile.TREE,
                    "check for drift",
                    workspaces -> workspaces.probe(state.requireWorkspace(), tree, cited))));
    state.setTreeFresh(probed.get(0).to().equals(state.requireTree().id()));
    return probed.get(0);
  }

  /** Returns the current index of an approved option: a recount may have reordered them. */
  private int placeOf(Solution approved, int before) {
    List<String> entries =
        state.last().orElseThrow().solutions().stream().map(Solution::entry).toList();
    boolean moved = !entries.get(before).equals(approved.entry());
    return moved ? Math.max(entries.indexOf(approved.entry()), 0) : before;
  }

  /** Whether a checked answer is accepted: nothing has drifted, or the human accepts the drift. */
  private boolean accepted(TakenAnswer taken, List<String> drift) {
    Answer answer = taken.answer().body();
    boolean acceptsDrift =
        (answer instanceof Answer.Approve approve && approve.acceptDrift())
            || (answer instanceof Answer.Execute execute && execute.acceptDrift());
    boolean holds = drift.isEmpty() || acceptsDrift;
    state.drift = holds ? List.of() : Bounds.paths(drift);
    if (holds) {
      state.record(taken);
    }
    state.gates().resolve(taken.key(), holds ? AnswerOutcome.ACCEPTED : AnswerOutcome.REOPENED);
    return holds;
  }

  /** Returns the files of a solution and those cited by agreed points, verified or not. */
  private static List<String> cited(Solution solution, Synthesis round) {
    TreeSet<String> files = new TreeSet<>();
    solution.affectedFiles().stream().map(CodeLocation::file).forEach(files::add);
    solution.implementationPlan().tasks().stream().map(SolutionTask::files).forEach(files::addAll);
    Map<String, Statement> statements = round.ledger().byId();
    round.ledger().points(PointState.AGREED, PointState.PUT_TOGETHER).stream()
        .flatMap(point -> point.members().stream())
        .map(statements::get)
        .filter(Objects::nonNull)
        .flatMap(said -> said.places().stream())
        .forEach(location -> files.add(location.file()));
    return files.stream().limit(CITED_FILES).toList();
  }

  private Phase anotherRound() {
    state.drift = List.of();
    state.grantRounds(state.roundsLeft() + 1);
    state.forgetNotes();
    state.setFeedback(justSaid());
    boolean searched =
        Clarifications.newestAsking(state.decisions())
            .filter(asking -> !asking.ownWords().isBlank())
            .isPresent();
    return searched ? Phase.CONTEXT_GATHERING : Phase.ANALYZING;
  }

  private Phase newDirection(GateAnswer answer) {
    state.drift = List.of();
    state.changeDirection(answer.text().orElse(null));
    state.setFeedback(justSaid());
    state.forgetNotes();
    state.grantRounds(state.maxRounds());
    return Phase.CONTEXT_GATHERING;
  }

  private @Nullable String justSaid() {
    String words = state.decisions().get(state.decisions().size() - 1).words();
    return words.isBlank() ? null : words;
  }

  Phase confirm() {
    Optional<TakenAnswer> taken = gates.answer(GateType.CONFIRMATION, offer::confirmation);
    if (taken.isEmpty()) {
      return state.phase();
    }
    GateAnswer answer = taken.get().answer();
    if (answer.kind() == AnswerKind.EXECUTE) {
      return execute(taken.get());
    }
    state.drift = List.of();
    state.record(taken.get());
    return switch (answer.kind()) {
      case ACCEPT -> Phase.EXECUTING;
      case MODIFY -> {
        state.setFeedback(answer.text().orElse(null));
        yield Phase.GENERATING_PLAN;
      }
      case BACK -> Phase.AWAITING_DECISION;
      case SAVE -> {
        String withheld =
            Optional.of(state)
                .filter(one -> one.request().yes())
                .flatMap(PlanGateContent::whyWithheld)
                .map(why -> "not confirmed: " + why + "; ")
                .orElse("");
        state.setEnding(
            withheld
                + ("saved; view the plan: `conclave show %1$s --plan`;"
                        + " continue: `conclave resume %1$s`")
                    .formatted(state.handle()));
        yield Phase.SAVED;
      }
      default -> throw answer.unexpected();
    };
  }

  /** Executes the plan if it still fits the workspace, or if the human accepts the drift. */
  private Phase execute(TakenAnswer taken) {
    PlanDraft draft = state.plan().orElseThrow();
    Optional<List<String>> drift =
        gates.unlessAnswered(() -> PlanDrafting.drifted(state, host, draft));
    if (drift.isEmpty()) {
      return state.phase();
    }
    if (!accepted(taken, drift.get())) {
      return Phase.AWAITING_CONFIRMATION;
    }
    Bounds.paths(drift.get()).forEach(gone -> state.note("drift accepted: " + gone));
    return Phase.EXECUTING;
  }

  /** Waits for the plan's files before the session is complete, because the executor reads them. */
  Phase handOff() {
    boolean execute =
        state.decisions().stream()
            .reduce((before, last) -> last)
            .filter(last -> last.kind() == AnswerKind.EXECUTE)
            .isPresent();
    state.setEnding("the plan is in IMPL_PLAN.md in the session folder");
    Optional<String> failed = folder.awaitEnd(Phase.COMPLETE);
    if (failed.isPresent()) {
      state.setEnding("the plan is confirmed, but its files could not be written: " + failed.get());
    } else if (execute) {
      new HandOff(state)
          .start()
          .ifPresentOrElse(
              state::recordExecution,
              () -> state.setEnding("the plan is written, but its execution could not be started"));
    }
    return Phase.COMPLETE;
  }
}
