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
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A session of any kind in short: the answer of query {@code state}.
 *
 * @param handle what people call it; its id where it has none
 * @param status active, awaiting, complete, saved, cancelled or failed
 * @param phase word of the phase, of an enum that its kind has
 * @param maxRounds of a planning session; 0 for other kinds
 * @param folder the session folder on its host, once the workspace is open
 * @param hindrance why the session cannot go on just now: it looks for another host
 * @param waitsFor id of the session begun for this one that it waits for
 * @param then id of the session that goes on with what this one came to: the execution of its plan
 * @param sealed whether only messages count that were sealed for it
 * @param approvers who alone may approve and execute, with a signature; empty when anybody may
 * @param review of a review; null for other kinds, and before its change is open
 * @param execution of an execution; null for other kinds, and before its workspace is open
 * @param lately the last calls of whatever phase that are over, oldest first, so that who looks now
 *     and then misses none
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
   * A round in a line.
   *
   * @param failed {@code agent: kind of failure}
   * @param score with its parts: agreement, feasibility (empty when no model says one), and beside
   *     it evidence, all from 0 to 1
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
   * A task of an analysis in a line.
   *
   * @param findings or why it has none
   */
  public record TaskLine(
      String id, String title, String perspective, int wave, String status, String findings) {}

  /**
   * A review in short.
   *
   * @param outcome what it has come to; null before it is over
   * @param met whether a finding that counts is as grave as the user said; null where none was said
   */
  public record ReviewLine(Change change, @Nullable ReviewOutcome outcome, @Nullable Boolean met) {}

  /** What a phase and an open gate come to. */
  public static String status(String phase, boolean gateOpen) {
    return SessionEnd.isOne(phase)
        ? phase
        : gateOpen || phase.startsWith("awaiting") ? "awaiting" : "active";
  }

  /** The same at the gate of another session. */
  public SessionView at(SessionView other) {
    return withStatus(other.status).withGate(other.gate);
  }

  public boolean over() {
    return SessionEnd.isOne(status);
  }

  public boolean complete() {
    return status.equals("complete");
  }

  /** With what only some kinds have; of a session that nobody works on no call is under way. */
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
        Cut.shown(request.task(), TASK_SHOWN),
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
        state.callLog().lately(),
        rounds,
        state.notes(),
        state.budget(),
        plan,
        tasks,
        state.waitsFor(),
        Optional.empty(),
        state.deadlineAt(),
        request.deadline().map(Deadline::policy),
        request.yes(),
        state.gates().refused(),
        state.ending(),
        request.trusted().sealed(),
        request.trusted().approvers(),
        null,
        null);
  }
}
