package dev.conclave.workflows.plan;

import dev.conclave.workflows.api.Workspace;
import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.discussion.Recommendation;
import dev.conclave.workflows.gate.CodeReview;
import dev.conclave.workflows.gate.Decision;
import dev.conclave.workflows.gate.ExecutionMethod;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.gate.GateAnswer;
import dev.conclave.workflows.gate.RefusedAnswer;
import dev.conclave.workflows.session.Budget;
import dev.conclave.workflows.session.CallView;
import dev.conclave.workflows.session.Deadline;
import dev.conclave.workflows.session.DeadlinePolicy;
import dev.conclave.workflows.temporal.Cut;
import dev.conclave.workflows.temporal.TaskQueues;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A session in short: the answer of query {@code state}.
 *
 * @param status active, awaiting, complete, saved, cancelled or failed
 * @param folder the session folder on its host, once the workspace is open
 * @param hostQueue the task queue of the host that the session depends on
 * @param hindrance why the session cannot go on just now: it looks for another host
 * @param gate the open gate
 * @param live calls under way
 * @param ended calls of the running phase that are over, oldest first
 * @param lately the last calls of whatever phase that are over, oldest first, so that who looks now
 *     and then misses none
 * @param rounds one line each
 * @param deadlinePolicy what is done when the deadline passes
 * @param unattended whether it answers its gates by itself
 * @param refused signals that could not be taken
 */
public record SessionView(
    String session,
    String task,
    String status,
    Phase phase,
    int round,
    int maxRounds,
    int roundsLeft,
    List<String> tools,
    Instant createdAt,
    Instant updatedAt,
    Optional<String> folder,
    Optional<String> host,
    Optional<String> hostName,
    Optional<String> hostQueue,
    Optional<String> hindrance,
    Optional<Gate> gate,
    List<CallView> live,
    List<CallView> ended,
    List<CallView> lately,
    List<RoundLine> rounds,
    List<String> notes,
    Budget budget,
    Optional<PlanLine> plan,
    Optional<Instant> deadlineAt,
    Optional<DeadlinePolicy> deadlinePolicy,
    boolean unattended,
    List<RefusedAnswer> refused,
    Optional<String> ending) {
  private static final int TASK_SHOWN = 4_000;

  /**
   * A round in a line.
   *
   * @param agents that answered
   * @param failed {@code agent: kind of failure}
   * @param score with its parts: agreement, feasibility (empty when no model says one), and beside
   *     it evidence, all from 0 to 1
   * @param ended when it was over
   */
  public record RoundLine(
      int number,
      List<String> agents,
      List<String> failed,
      int solutions,
      double score,
      double agreement,
      Optional<Double> feasibility,
      double evidence,
      boolean newInsights,
      Recommendation recommendation,
      Instant ended) {}

  /**
   * The plan in a line.
   *
   * @param unsettled what the discussion had left open when its solution was approved
   * @param execution who is to carry it out, as the human chose
   * @param review who is to review it then, as the human chose
   */
  public record PlanLine(
      String summary,
      int tasks,
      boolean degraded,
      List<String> errors,
      List<String> unsettled,
      ExecutionMethod execution,
      CodeReview review) {}

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
  public static SessionView of(PlanState state) {
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
        state.callLog().live(),
        state.callLog().ended(),
        state.callLog().lately(),
        state.rounds().stream().map(SessionView::line).toList(),
        state.notes(),
        state.budget(),
        state.plan().map(draft -> line(draft, state.decisions())),
        state.deadlineAt(),
        request.deadline().map(Deadline::policy),
        request.yes(),
        state.gates().refused(),
        state.ending());
  }

  private static PlanLine line(PlanDraft draft, List<Decision> decisions) {
    Optional<GateAnswer> approval = Decision.approval(decisions).map(Decision::answer);
    return new PlanLine(
        draft.plan().summary(),
        draft.plan().tasks().size(),
        draft.plan().degraded(),
        draft.errors(),
        draft.unsettled(),
        approval.flatMap(GateAnswer::executionMethod).orElse(ExecutionMethod.AGENT),
        approval.flatMap(GateAnswer::codeReview).orElse(CodeReview.SKIP));
  }

  private static RoundLine line(RoundRecord round) {
    return new RoundLine(
        round.number(),
        round.runs().stream().filter(AgentRun::answered).map(AgentRun::agent).distinct().toList(),
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
    Map<String, String> kinds = new LinkedHashMap<>();
    runs.stream()
        .filter(run -> !run.answered())
        .forEach(
            run ->
                kinds.merge(
                    run.agent(),
                    run.status(),
                    (before, one) ->
                        List.of(before.split(", then ")).contains(one)
                            ? before
                            : before + ", then " + one));
    return kinds.entrySet().stream().map(one -> one.getKey() + ": " + one.getValue()).toList();
  }
}
