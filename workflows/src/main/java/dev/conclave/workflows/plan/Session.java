package dev.conclave.workflows.plan;

import dev.conclave.workflows.agent.AgentStatus;
import dev.conclave.workflows.call.CallBoard;
import dev.conclave.workflows.call.CallLedger;
import dev.conclave.workflows.call.Spending;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.document.DocumentRef;
import dev.conclave.workflows.gate.Accepted;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.Decision;
import dev.conclave.workflows.gate.Gates;
import dev.conclave.workflows.search.GatheredContext;
import dev.conclave.workflows.session.DroppedAgent;
import dev.conclave.workflows.session.Moves;
import dev.conclave.workflows.workspace.Tree;
import dev.conclave.workflows.workspace.Workspace;
import io.temporal.workflow.Workflow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The state of a running session: {@link PlanState} while it changes. Only the workflow's own
 * threads touch it, one at a time.
 */
final class Session {
  final String id;
  final PlanRequest request;
  final Gates gates;
  final Spending spending;
  final Instant createdAt;
  final Optional<Instant> deadlineAt;

  Phase phase;
  Phase resumeAt;
  Optional<Workspace> workspace;
  Optional<Tree> tree;
  Optional<GatheredContext> context;
  List<AgentStatus> roster;

  /** Whether time has passed since the roster was made: agents may have come or gone since. */
  boolean rosterStale;

  List<String> analysts;
  int roundsLeft;
  int direction;
  Optional<String> directionText;
  Optional<String> feedback;
  Optional<Synthesis> last;
  List<DocumentRef> analyses;
  Optional<Integer> selected;
  Optional<PlanDraft> plan;
  Optional<String> ending;

  /** The deadline was answered by its policy: the session goes on until its next gate. */
  boolean deadlineServed;

  /**
   * What the workspace's changes concern, for the next gate: cited files at a decision, what no
   * longer holds of the plan at a confirmation.
   */
  List<String> drift;

  final List<DroppedAgent> dropped;
  final List<String> writers;
  final List<RoundRecord> rounds;
  List<Decision> decisions;
  final List<String> notes;
  Moves moves;

  /** Why the session cannot go on just now, as far as it knows itself. */
  Optional<String> hindrance = Optional.empty();

  /** Rounds whose documents are on a host that is gone: what stands for them on this one. */
  final Map<Integer, DocumentRef> recalled = new HashMap<>();

  final CallBoard calls = new CallBoard();
  final CallLedger ledger;

  private long revision;
  private Instant updatedAt;

  /**
   * The state of a run.
   *
   * @param continued whether the run goes on where continue-as-new ended the one before; a carried
   *     state is otherwise that of a session that is resumed
   */
  Session(String id, PlanInput input, boolean continued) {
    this.id = id;
    PlanState from =
        input.carried().orElseGet(() -> PlanState.beginning(id, input.request(), now()));
    request = input.request();
    gates = new Gates(from.gates());
    spending = new Spending(from.budget());
    createdAt = from.createdAt();
    // A terminated run leaves an open phase behind and perhaps a gate of it; only continue-as-new
    // goes on where both stood.
    boolean resumed = input.carried().isPresent() && !continued;
    if (resumed) {
      gates.close();
    }
    phase = from.phase().closed() ? from.resumeAt() : from.phase();
    deadlineAt =
        resumed
            ? request.deadline().map(deadline -> now().plus(deadline.after()))
            : from.deadlineAt();
    resumeAt = from.resumeAt();
    workspace = from.workspace();
    tree = from.tree();
    context = from.context();
    roster = from.roster();
    rosterStale = input.carried().isPresent() && from.workspace().isPresent();
    analysts = from.analysts();
    roundsLeft = from.roundsLeft();
    direction = from.direction();
    directionText = from.directionText();
    feedback = from.feedback();
    last = from.last();
    analyses = from.analyses();
    selected = from.selected();
    plan = from.plan();
    deadlineServed = !resumed && from.deadlineServed();
    drift = from.drift();
    ending = resumed ? Optional.empty() : from.ending();
    dropped = new ArrayList<>(from.dropped());
    writers = new ArrayList<>(from.writers());
    rounds = new ArrayList<>(from.rounds());
    decisions = from.decisions();
    notes = new ArrayList<>(from.notes());
    moves = resumed ? from.moves().resumed() : from.moves();
    ledger = new CallLedger(from.calls());
    revision = from.revision();
    updatedAt = from.updatedAt();
  }

  /** The state as a record. */
  PlanState state() {
    return new PlanState(
        id,
        request,
        phase,
        resumeAt,
        revision,
        createdAt,
        updatedAt,
        workspace,
        tree,
        context,
        roster,
        analysts,
        round(),
        roundsLeft,
        direction,
        directionText,
        feedback,
        List.copyOf(dropped),
        List.copyOf(writers),
        List.copyOf(rounds),
        last,
        analyses,
        selected,
        plan,
        List.copyOf(decisions),
        gates.book(),
        spending.book(),
        List.copyOf(notes),
        deadlineAt,
        deadlineServed,
        drift,
        ending,
        moves,
        ledger.calls());
  }

  /** The workflow's clock, equal in replay. */
  static Instant now() {
    return Instant.ofEpochMilli(Workflow.currentTimeMillis());
  }

  /** Something that files show has changed. */
  void touch() {
    revision++;
    updatedAt = now();
  }

  long revision() {
    return revision;
  }

  Instant updatedAt() {
    return updatedAt;
  }

  void enter(Phase next) {
    if (!next.closed()) {
      resumeAt = next;
    }
    phase = next;
    touch();
  }

  /** The running round while there is one, else the last. */
  int round() {
    return phase == Phase.ANALYZING ? rounds.size() + 1 : rounds.size();
  }

  Workspace openWorkspace() {
    return workspace.orElseThrow();
  }

  /** The document of a round that is on this host: its own, or what stands for it. */
  DocumentRef synthesis(int round, DocumentRef own) {
    return recalled.getOrDefault(round, own);
  }

  boolean onlyDirect() {
    return analysts.equals(List.of(AgentStatus.DIRECT));
  }

  boolean dropped(String agent) {
    return whyDropped(agent).isPresent();
  }

  /** Why an agent is asked no more; empty when it may be asked. */
  Optional<String> whyDropped(String agent) {
    return dropped.stream()
        .filter(d -> d.agent().equals(agent))
        .map(DroppedAgent::reason)
        .findFirst();
  }

  /** Rounds of this direction. */
  List<RoundRecord> roundsOfDirection() {
    return rounds.stream().filter(r -> r.direction() == direction).toList();
  }

  boolean mayHaveMoreRounds() {
    return rounds.size() < PlanRequest.MAX_ROUNDS_IN_ALL;
  }

  /** Grants rounds, never beyond what one session may have in all. */
  void grantRounds(int wanted) {
    roundsLeft = Math.min(wanted, PlanRequest.MAX_ROUNDS_IN_ALL - rounds.size());
  }

  /** The newest answer with which a solution was approved. */
  Optional<Decision> approval() {
    return approval(decisions);
  }

  /** The newest approval. */
  static Optional<Decision> approval(List<Decision> decisions) {
    return decisions.stream()
        .filter(d -> d.kind() == AnswerKind.APPROVE)
        .reduce((older, newer) -> newer);
  }

  /**
   * Nothing is awaited any more. An answer that was accepted as the session was stopped is kept.
   */
  void closeGates() {
    gates.next().filter(taken -> !gates.pending(taken.key())).ifPresent(this::record);
    gates.close();
  }

  void record(Gates.TakenAnswer taken) {
    decisions = Accepted.with(decisions, taken, now(), round());
    touch();
  }
}
