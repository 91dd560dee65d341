package dev.conclave.workflows.plan;

import dev.conclave.workflows.api.AgentStatus;
import dev.conclave.workflows.api.DocumentRef;
import dev.conclave.workflows.api.GatheredContext;
import dev.conclave.workflows.api.Tree;
import dev.conclave.workflows.api.Workspace;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.gate.Decision;
import dev.conclave.workflows.gate.GateBook;
import dev.conclave.workflows.session.BudgetBook;
import dev.conclave.workflows.session.CallRecord;
import dev.conclave.workflows.session.DroppedAgent;
import dev.conclave.workflows.session.Moves;
import dev.conclave.workflows.session.SessionState;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Everything a session knows, carried through continue-as-new and returned at its end; under 1 MiB
 * at 20 maximal rounds. The session folder is rendered from it and from documents.
 *
 * @param revision grows with every change that files show
 * @param resumeAt the phase in which a closed session would go on
 * @param roster the agents of the host, usable or not
 * @param analysts the agents that are asked, after unusable ones were left out
 * @param roundsLeft how many more rounds may be made without a human's wish
 * @param direction how often the human changed it
 * @param directionText the words of the newest direction
 * @param feedback the human's words for the next round
 * @param dropped agents that are asked no more, with the reason
 * @param writers agents that wrote in analysis mode, as often as they did
 * @param last the last round in full
 * @param selected index from 0 of the approved solution in {@code last}
 * @param notes what the next gate should tell
 * @param deadlineServed whether the deadline passed and its policy answered the decision gate; the
 *     session then goes on until its next gate
 * @param drift what the workspace's changes concern, bounded, for the next gate to list: cited
 *     files that changed since the last round, or what no longer holds of the plan
 * @param ending one sentence that says how the session ended
 * @param moves how the session came from host to host
 * @param calls those that are over and in no record of a round, oldest first
 */
public record PlanState(
    String session,
    PlanRequest request,
    Phase phase,
    Phase resumeAt,
    long revision,
    Instant createdAt,
    Instant updatedAt,
    Optional<Workspace> workspace,
    Optional<Tree> tree,
    Optional<GatheredContext> context,
    List<AgentStatus> roster,
    List<String> analysts,
    int round,
    int roundsLeft,
    int direction,
    Optional<String> directionText,
    Optional<String> feedback,
    List<DroppedAgent> dropped,
    List<String> writers,
    List<RoundRecord> rounds,
    Optional<Synthesis> last,
    List<DocumentRef> analyses,
    Optional<Integer> selected,
    Optional<PlanDraft> plan,
    List<Decision> decisions,
    GateBook gates,
    BudgetBook budget,
    List<String> notes,
    Optional<Instant> deadlineAt,
    boolean deadlineServed,
    List<String> drift,
    Optional<String> ending,
    Moves moves,
    List<CallRecord> calls)
    implements SessionState {

  public PlanState {
    // A session that began before sessions could move has made none.
    moves = moves == null ? Moves.NONE : moves;
    // One that began before they were kept has none.
    calls = calls == null ? List.of() : calls;
  }

  /** What a session knows before its first phase. */
  public static PlanState beginning(String id, PlanRequest request, Instant now) {
    return new PlanState(
        id,
        request,
        Phase.INITIALIZING,
        Phase.INITIALIZING,
        0,
        now,
        now,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        List.of(),
        0,
        request.maxRounds(),
        0,
        Optional.empty(),
        Optional.empty(),
        List.of(),
        List.of(),
        List.of(),
        Optional.empty(),
        List.of(),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        GateBook.EMPTY,
        BudgetBook.of(request.budget()),
        List.of(),
        request.deadline().map(deadline -> now.plus(deadline.after())),
        false,
        List.of(),
        Optional.empty(),
        Moves.NONE,
        List.of());
  }
}
