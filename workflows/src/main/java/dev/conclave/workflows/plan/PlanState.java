package dev.conclave.workflows.plan;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.conclave.workflows.api.RosterActivities.HostRoster;
import dev.conclave.workflows.api.SearchActivities.GatheredContext;
import dev.conclave.workflows.context.ContextActivities.Assembled;
import dev.conclave.workflows.context.ContextState;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.model.AgentStatus;
import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.session.KindSpec;
import dev.conclave.workflows.session.ReplyDocuments;
import dev.conclave.workflows.session.SessionState;
import dev.conclave.workflows.session.SessionView;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Everything a planning session knows; under 1 MiB at 20 maximal rounds. */
public final class PlanState extends SessionState<Phase> {
  public static final KindSpec KIND =
      new KindSpec(
          "plan",
          PlanWorkflow.class,
          PlanWorkflowImpl.class,
          PlanState.class,
          "MCP-",
          Optional.empty(),
          DateTimeFormatter.ISO_LOCAL_DATE,
          Optional.empty(),
          "",
          false);

  @Nullable GatheredContext context;

  /** What agents explored and the human resolved before the first round. */
  @Nullable Assembled explored;

  /** The host whose documents that is made of. */
  @Nullable String exploredOn;

  /** What the gathering of a full context had come to when this session was stopped. */
  @Nullable ContextState unfinished;

  private transient @Nullable String waitsFor;

  /** The agents that are asked, after unusable ones were left out. */
  List<String> analysts = List.of();

  /** So many more rounds may be made without a human's wish. */
  int roundsLeft;

  /** How often the human changed it. */
  int direction;

  @Nullable String directionText;

  /** The human's words for the next round, or for the plan. */
  @Nullable String feedback;

  List<RoundRecord> rounds = new ArrayList<>();
  @Nullable Synthesis last;

  /** Index from 0 of the approved solution in {@link #last}. */
  @Nullable Integer selected;

  @Nullable PlanDraft plan;

  /** For the next gate: changed files that are cited, or what no longer holds of the plan. */
  List<String> drift = List.of();

  @JsonCreator
  public PlanState(
      @JsonProperty("session") String session,
      @JsonProperty("request") PlanRequest request,
      @JsonProperty("created_at") Instant createdAt) {
    super(session, request, createdAt, Phase.INITIALIZING);
    roundsLeft = request().maxRounds();
  }

  @Override
  public KindSpec kind() {
    return KIND;
  }

  @Override
  public PlanRequest request() {
    return (PlanRequest) super.request();
  }

  @Override
  public int round() {
    return phase() == Phase.ANALYZING ? rounds.size() + 1 : rounds.size();
  }

  @Override
  public SessionView view() {
    return SessionView.of(
        this,
        analysts.isEmpty() ? request().tools() : analysts,
        request().maxRounds(),
        roundsLeft,
        rounds.stream().map(RoundRecord::line).toList(),
        currentPlan().map(draft -> draft.line(decisions())),
        List.of());
  }

  @Override
  public String details() {
    return CurrentDetails.of(this);
  }

  public Optional<GatheredContext> context() {
    return Optional.ofNullable(context);
  }

  /** The full context; empty where there is none, or of another direction or on another host. */
  public Optional<Assembled> fullContext() {
    return Optional.ofNullable(explored)
        .filter(any -> direction == 0)
        .filter(any -> requireWorkspace().host().equals(exploredOn));
  }

  /** The human's newest direction, in the human's words. */
  public Optional<String> directionText() {
    return Optional.ofNullable(directionText);
  }

  @Override
  public Optional<String> waitsFor() {
    return Optional.ofNullable(waitsFor);
  }

  void waitFor(@Nullable String another) {
    waitsFor = another;
    touch();
  }

  @Override
  public void listed(HostRoster found) {
    super.listed(found);
    analysts = request().analysts(roster().agents());
    RoundReport.unfilledSeats(this).stream()
        .filter(sentence -> !notes().contains(sentence))
        .forEach(this::note);
  }

  public List<String> analysts() {
    return analysts;
  }

  public List<RoundRecord> rounds() {
    return List.copyOf(rounds);
  }

  public Optional<Synthesis> last() {
    return Optional.ofNullable(last);
  }

  public Optional<Integer> selected() {
    return Optional.ofNullable(selected);
  }

  public Optional<PlanDraft> plan() {
    return Optional.ofNullable(plan);
  }

  /** The plan, unless the human went back from it. */
  public Optional<PlanDraft> currentPlan() {
    return plan()
        .filter(
            draft ->
                decisions().stream()
                    .filter(decision -> decision.kind() == AnswerKind.BACK)
                    .allMatch(back -> back.at().isBefore(draft.drafted())));
  }

  RoundRecord lastRound() {
    return rounds.get(rounds.size() - 1);
  }

  boolean onlyDirect() {
    return analysts.equals(List.of(AgentStatus.DIRECT));
  }

  /** The last round, when it was one of this direction and somebody said something in it. */
  Optional<Synthesis> lastOfDirection() {
    return hasRoundOfDirection()
        ? last().filter(one -> !one.ledger().statements().isEmpty())
        : Optional.empty();
  }

  /** The document of the last round, of an earlier direction too, on the current host. */
  Optional<DocumentRef> roundDocument(ReplyDocuments documents) {
    return last()
        .map(
            synthesis -> {
              RoundRecord round = lastRound();
              return round.number() > roundsElsewhere()
                  ? round.synthesis()
                  : documents.kept(round.synthesis(), synthesis, "recall round " + round.number());
            });
  }

  /** The same when its field {@code ledger} is the ledger of this direction. */
  Optional<DocumentRef> ledgerDocument(ReplyDocuments documents) {
    return lastOfDirection().flatMap(any -> roundDocument(documents));
  }

  Optional<DocumentRef> planDocument(ReplyDocuments documents) {
    return plan()
        .map(
            draft ->
                roundsElsewhere() == 0
                    ? draft.document()
                    : documents.kept(draft.document(), draft.plan(), "keep the plan"));
  }

  boolean hasRoundOfDirection() {
    return rounds.stream().anyMatch(round -> round.direction() == direction);
  }

  boolean mayHaveMoreRounds() {
    return rounds.size() < PlanRequest.MAX_ROUNDS_IN_ALL;
  }

  /** Grants rounds, never beyond what one session may have in all. */
  void grantRounds(int wanted) {
    roundsLeft = Math.min(wanted, PlanRequest.MAX_ROUNDS_IN_ALL - rounds.size());
  }
}
