package dev.conclave.workflows.plan;

import dev.conclave.workflows.discussion.Recommendation;
import dev.conclave.workflows.gate.CodeReview;
import dev.conclave.workflows.gate.ExecutionMethod;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.gate.RefusedAnswer;
import dev.conclave.workflows.session.Budget;
import dev.conclave.workflows.session.CallView;
import dev.conclave.workflows.session.DeadlinePolicy;
import java.time.Instant;
import java.util.List;
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
}
