package dev.conclave.workflows.session;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.conclave.workflows.api.Change;
import dev.conclave.workflows.discussion.Recommendation;
import dev.conclave.workflows.discussion.ReviewOutcome;
import dev.conclave.workflows.gate.Answer.CodeReview;
import dev.conclave.workflows.gate.Answer.ExecutionMethod;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.gate.GateState.RefusedAnswer;
import dev.conclave.workflows.model.Workspace;
import dev.conclave.workflows.temporal.TaskQueues;
import dev.conclave.workflows.text.Cut;
import dev.conclave.workflows.text.Words;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Summary of a session of any kind: the result of query {@code state}.
 *
 * @param handle short name, or the id
 * @param status active, awaiting, complete, saved, cancelled or failed
 * @param phase of the enum of its kind
 * @param maxRounds of a planning session; 0 for other kinds
 * @param folder on its host, once the workspace is open
 * @param hindrance why the session cannot continue now, such as a search for another host
 * @param waitsFor id of the child session that it waits for
 * @param then id of the session that continues with its result: the execution of its plan
 * @param sealed whether it accepts only messages sealed for it
 * @param approvers the only people who may approve and execute, with a signature; empty when anyone
 *     may
 * @param review null for other kinds, and before its change is open
 * @param execution null for other kinds, and before its workspace is open
 * @param lately the last finished calls of any phase, oldest first, so that polling misses none
 */
@RecordBuilder
public record SessionView(
    String session,
    String handle,
    String task,
    String status,
    String phase,
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
    List<AgentCall> live,
    List<AgentCall> ended,
    List<AgentCall> lately,
    List<RoundLine> rounds,
    List<String> notes,
    Budget budget,
    Optional<PlanLine> plan,
    List<TaskLine> tasks,
    Optional<String> waitsFor,
    Optional<String> then,
    Optional<Instant> deadlineAt,
    Optional<DeadlinePolicy> deadlinePolicy,
    boolean unattended,
    List<RefusedAnswer> refused,
    Optional<String> ending,
    boolean sealed,
    List<String> approvers,
    @Nullable ReviewLine review,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable ExecutionLine execution)
    implements SessionViewBuilder.With {
  private static final int TASK_SHOWN = 4_000;

  public SessionView {
    handle = handle.isEmpty() ? session : handle;
  }

  /**
   * Summary of a round.
   *
   * @param failed {@code agent: kind of failure}
   * @param score from agreement and feasibility; these and evidence, which is separate, are all
   *     from 0 to 1. Feasibility is empty when no model gives one
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
   * Summary of the plan.
   *
   * @param unsettled open points of the discussion when its solution was approved
   */
  public record PlanLine(
      String summary,
      int tasks,
      boolean degraded,
      List<String> errors,
      List<String> unsettled,
      ExecutionMethod execution,
      CodeReview review) {}

  /**
   * Summary of a task of an analysis.
   *
   * @param findings or why there are none
   */
  public record TaskLine(
      String id, String title, String perspective, int wave, String status, String findings) {}

  /**
   * Summary of a review.
   *
   * @param outcome null before the end
   * @param met whether a counted finding reaches the severity set by the user; null when none was
   *     set
   */
  public record ReviewLine(Change change, @Nullable ReviewOutcome outcome, @Nullable Boolean met) {}

  /** Returns the status for a phase and an open gate. */
  public static String status(String phase, boolean gateOpen) {
    return SessionEnd.isEnd(phase)
        ? phase
        : gateOpen || phase.startsWith("awaiting") ? "awaiting" : "active";
  }

  /** Returns a copy with the status and gate of another session. */
  public SessionView withGateOf(SessionView other) {
    return withStatus(other.status).withGate(other.gate);
  }

  /**
   * Returns since when agents work on a task of an analysis or execution, or on an angle of a
   * context; empty if none does.
   */
  public Optional<Instant> workingSince(String task) {
    int number = execution == null ? 0 : 1 + execution.ids().indexOf(task);
    return live.stream()
        .filter(
            call ->
                call.callId().contains("-" + task + "-")
                    || call.callId().startsWith("x" + number + ".")
                    || call.callId().startsWith("angle-" + task + "."))
        .map(AgentCall::since)
        .min(Comparator.naturalOrder());
  }

  public boolean over() {
    return SessionEnd.isEnd(status);
  }

  public boolean complete() {
    return status.equals("complete");
  }

  /** Returns the view of a state. Fields of single kinds are parameters. */
  public static SessionView of(
      SessionState<?> state,
      List<String> tools,
      int maxRounds,
      int roundsLeft,
      List<RoundLine> rounds,
      Optional<PlanLine> plan,
      List<TaskLine> tasks) {
    SessionRequest request = state.request();
    String phase = Words.of(state.phase());
    Optional<String> host =
        state.workspace().map(Workspace::host).or(() -> request.workspace().host());
    return new SessionView(
        state.session(),
        state.handle(),
        Cut.shorten(request.task(), TASK_SHOWN),
        status(phase, state.gates().open().isPresent()),
        phase,
        state.round(),
        maxRounds,
        roundsLeft,
        tools,
        state.createdAt(),
        state.updatedAt(),
        state.folder().map(Path::toString),
        host,
        state.workspace().map(Workspace::hostName),
        host.map(TaskQueues::host),
        state.hindrance(),
        state.gates().open(),
        state.callLog().live(),
        state.callLog().ended(),
        state.callLog().recent(),
        rounds,
        state.notes(),
        state.budget(),
        plan,
        tasks,
        state.waitsFor(),
        Optional.empty(),
        state.deadlineAt(),
        request.terms().deadline().map(Deadline::policy),
        request.yes(),
        state.gates().refused(),
        state.ending(),
        request.trusted().sealed(),
        request.trusted().approvers(),
        null,
        null);
  }
}
