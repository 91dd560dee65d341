package dev.conclave.workflows.plan;

import dev.conclave.workflows.api.AgentStatus;
import dev.conclave.workflows.api.DocumentRef;
import dev.conclave.workflows.api.GatheredContext;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.session.PhasedSession;
import dev.conclave.workflows.session.SessionKind;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInfo;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The state of a running planning session: {@link PlanState} while it changes. */
final class PlanSession extends PhasedSession<Phase> {
  private final PlanRequest request;

  Optional<GatheredContext> context;
  List<String> analysts;
  int roundsLeft;
  int direction;
  Optional<String> directionText;
  Optional<String> feedback;
  Optional<Synthesis> last;
  List<DocumentRef> analyses;
  Optional<Integer> selected;
  Optional<PlanDraft> plan;

  /**
   * What the workspace's changes concern, for the next gate: cited files at a decision, what no
   * longer holds of the plan at a confirmation.
   */
  List<String> drift;

  final List<RoundRecord> rounds;

  /** Rounds whose documents are on a host that is gone: what stands for them on this one. */
  final Map<Integer, DocumentRef> recalled = new HashMap<>();

  /** The state of the run that calls this. */
  static PlanSession of(PlanInput input) {
    WorkflowInfo run = Workflow.getInfo();
    return new PlanSession(
        run.getWorkflowId(), input, run.getContinuedExecutionRunId().isPresent());
  }

  /**
   * The state of a run.
   *
   * @param continued whether the run goes on where continue-as-new ended the one before; a carried
   *     state is otherwise that of a session that is resumed
   */
  PlanSession(String id, PlanInput input, boolean continued) {
    this(
        id,
        input.request(),
        input.carried().orElseGet(() -> PlanState.beginning(id, input.request(), now())),
        input.carried().isPresent(),
        input.carried().isPresent() && !continued);
  }

  private PlanSession(
      String id, PlanRequest request, PlanState from, boolean carried, boolean resumed) {
    super(id, request, from, carried, resumed, from.phase(), from.resumeAt());
    this.request = request;
    context = from.context();
    analysts = from.analysts();
    roundsLeft = from.roundsLeft();
    direction = from.direction();
    directionText = from.directionText();
    feedback = from.feedback();
    last = from.last();
    analyses = from.analyses();
    selected = from.selected();
    plan = from.plan();
    drift = from.drift();
    rounds = new ArrayList<>(from.rounds());
  }

  /** The state as a record. */
  PlanState state() {
    return new PlanState(
        id(),
        request,
        phase(),
        resumeAt(),
        revision(),
        createdAt(),
        updatedAt(),
        whereabouts().workspace(),
        whereabouts().tree(),
        context,
        roster().agents(),
        analysts,
        round(),
        roundsLeft,
        direction,
        directionText,
        feedback,
        roster().dropped(),
        roster().writers(),
        List.copyOf(rounds),
        last,
        analyses,
        selected,
        plan,
        decisions(),
        gates().book(),
        spending().book(),
        notes(),
        deadlineAt(),
        deadlineServed(),
        drift,
        ending(),
        whereabouts().moves(),
        ledger().calls());
  }

  @Override
  public SessionKind kind() {
    return SessionKind.PLAN;
  }

  @Override
  public PlanRequest request() {
    return request;
  }

  @Override
  public int round() {
    return phase() == Phase.ANALYZING ? rounds.size() + 1 : rounds.size();
  }

  @Override
  protected String details() {
    return CurrentDetails.of(state(), hindrance());
  }

  /** The document of a round that is on this host: its own, or what stands for it. */
  DocumentRef synthesis(int round, DocumentRef own) {
    return recalled.getOrDefault(round, own);
  }

  boolean onlyDirect() {
    return analysts.equals(List.of(AgentStatus.DIRECT));
  }

  /** The last round, when it was one of this direction and somebody said something in it. */
  Optional<Synthesis> lastOfDirection() {
    return roundsOfDirection().isEmpty()
        ? Optional.empty()
        : last.filter(one -> !one.ledger().statements().isEmpty());
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
}
