package dev.conclave.workflows.plan;

import dev.conclave.workflows.api.Workspace;
import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.gate.Accepted;
import dev.conclave.workflows.gate.CodeReview;
import dev.conclave.workflows.gate.Decision;
import dev.conclave.workflows.gate.ExecutionMethod;
import dev.conclave.workflows.gate.GateAnswer;
import dev.conclave.workflows.plan.SessionView.PlanLine;
import dev.conclave.workflows.plan.SessionView.RoundLine;
import dev.conclave.workflows.session.CallView;
import dev.conclave.workflows.session.Deadline;
import dev.conclave.workflows.temporal.Cut;
import dev.conclave.workflows.temporal.TaskQueues;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What people are shown of a session. Pure: from its state alone. */
public final class Views {
  private static final int TASK_SHOWN = 4_000;

  private Views() {}

  /** One word for where a session stands: active, awaiting, complete, saved, cancelled, failed. */
  public static String status(Phase phase, boolean gateOpen) {
    return switch (phase) {
      case COMPLETE -> "complete";
      case SAVED -> "saved";
      case CANCELLED -> "cancelled";
      case FAILED -> "failed";
      case AWAITING_CLARIFICATION, AWAITING_DECISION, AWAITING_CONFIRMATION -> "awaiting";
      default -> gateOpen ? "awaiting" : "active";
    };
  }

  /** A session in short; of one that nobody works on the calls under way are unknown. */
  public static SessionView session(PlanState state) {
    PlanRequest request = state.request();
    Optional<String> host =
        state.workspace().map(Workspace::host).or(() -> request.workspace().host());
    return new SessionView(
        state.session(),
        Cut.shown(request.task(), TASK_SHOWN),
        status(state.phase(), state.gates().open().isPresent()),
        state.phase(),
        state.round(),
        request.maxRounds(),
        state.roundsLeft,
        state.analysts().isEmpty() ? request.tools() : state.analysts(),
        state.createdAt(),
        state.updatedAt(),
        state.workspace().map(w -> w.sessionsFolder() + "/" + state.session()),
        host,
        state.workspace().map(Workspace::hostName),
        host.map(TaskQueues::host),
        state.hindrance(),
        state.gates().open(),
        state.callLog().live().stream().map(CallView::of).toList(),
        state.callLog().ended().stream().map(CallView::of).toList(),
        state.callLog().lately().stream().map(CallView::of).toList(),
        state.rounds().stream().map(Views::line).toList(),
        notes(state),
        state.budget(),
        state.plan().map(draft -> line(draft, state.decisions())),
        state.deadlineAt(),
        request.deadline().map(Deadline::policy),
        request.yes(),
        state.gates().refused(),
        state.ending());
  }

  private static List<String> notes(PlanState state) {
    return state.phase().closed()
        ? state.notes().stream().filter(note -> !Deadline.reminds(note)).toList()
        : state.notes();
  }

  private static PlanLine line(PlanDraft draft, List<Decision> decisions) {
    Optional<GateAnswer> approval = Accepted.approval(decisions).map(Decision::answer);
    return new PlanLine(
        draft.plan().summary(),
        draft.plan().tasks().size(),
        draft.plan().degraded(),
        draft.errors(),
        draft.unsettled(),
        approval.flatMap(GateAnswer::executionMethod).orElse(ExecutionMethod.AGENT),
        approval.flatMap(GateAnswer::codeReview).orElse(CodeReview.SKIP));
  }

  /**
   * One round of a session; the last when the number is 0.
   *
   * @throws IllegalArgumentException when there is no such round; the message says which there are
   */
  public static RoundView round(PlanState state, int number) {
    return round(state.rounds(), state.last(), number);
  }

  private static RoundView round(List<RoundRecord> rounds, Optional<Synthesis> last, int number) {
    int wanted = number == 0 ? rounds.size() : number;
    if (wanted < 1 || wanted > rounds.size()) {
      throw new IllegalArgumentException(
          rounds.isEmpty()
              ? "no round is over yet"
              : "there is no round " + number + "; rounds 1 to " + rounds.size() + " are over");
    }
    return new RoundView(
        rounds.get(wanted - 1),
        wanted == rounds.size() ? last : Optional.empty(),
        "rounds/" + wanted + "/synthesis.json");
  }

  private static RoundLine line(RoundRecord round) {
    return new RoundLine(
        round.number(),
        round.runs().stream()
            .filter(run -> run.answered() && run.reason().isEmpty())
            .map(AgentRun::agent)
            .toList(),
        failed(round.runs()),
        round.solutions().size(),
        round.convergence().score(),
        round.convergence().agreementRatio(),
        round.convergence().meanFeasibility(),
        round.convergence().evidenceRate(),
        round.convergence().newInsights(),
        round.convergence().recommendation(),
        round.ended());
  }

  /** Each agent once, however often it was asked: {@code codex: unavailable, then timed-out}. */
  private static List<String> failed(List<AgentRun> runs) {
    Map<String, Set<String>> kinds = new LinkedHashMap<>();
    runs.stream()
        .filter(run -> !run.answered())
        .forEach(
            run ->
                kinds
                    .computeIfAbsent(run.agent(), agent -> new LinkedHashSet<>())
                    .add(run.status()));
    return kinds.entrySet().stream()
        .map(one -> one.getKey() + ": " + String.join(", then ", one.getValue()))
        .toList();
  }
}
