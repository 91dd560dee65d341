package dev.conclave.workflows.session;

import dev.conclave.workflows.api.ReviewSubject;
import dev.conclave.workflows.api.SearchActivities.GatheredContext;
import dev.conclave.workflows.discussion.DiscussionActivities.ReviewTerms;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.model.AgentStatus;
import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.model.LocalizedText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** State of a session with a discussion on any subject. */
public abstract class DiscussionState<P extends Enum<P> & SessionPhase> extends SessionState<P> {
  private final transient P discussing;
  private final transient int maxRounds;
  private @Nullable GatheredContext context;

  /** The subject if the discussion is a review. */
  private @Nullable ReviewSubject subject;

  /** The agents to ask, without unusable ones. */
  private List<String> analysts = List.of();

  /** Rounds left without a request by the human. */
  private int roundsLeft;

  /** Number of changes of direction by the human. */
  private int direction;

  private @Nullable String directionText;

  /** The human's words for the next round, or for the plan. */
  private @Nullable String feedback;

  private List<RoundRecord> rounds = new ArrayList<>();
  private @Nullable Synthesis last;

  /**
   * @param discussing the phase of a round
   * @param maxRounds the most rounds that the session runs by itself
   */
  protected DiscussionState(
      String session,
      SessionRequest request,
      Instant createdAt,
      P first,
      P discussing,
      int maxRounds) {
    super(session, request, createdAt, first);
    this.discussing = discussing;
    this.maxRounds = maxRounds;
    roundsLeft = maxRounds;
  }

  public final int maxRounds() {
    return maxRounds;
  }

  /** Returns the terms of a review; null for a discussion of a task. */
  final @Nullable ReviewTerms reviewTerms() {
    return subject == null ? null : new ReviewTerms(subject.writers());
  }

  /** Returns the subject of a review; empty for other discussions, or before its change is open. */
  public Optional<ReviewSubject> subject() {
    return Optional.ofNullable(subject);
  }

  public void setSubject(ReviewSubject reviewed) {
    subject = reviewed;
  }

  protected SessionView view(Optional<SessionView.PlanLine> plan) {
    return SessionView.of(
        this,
        analysts.isEmpty() ? request().tools() : analysts,
        maxRounds(),
        roundsLeft,
        rounds.stream().map(RoundRecord::line).toList(),
        plan,
        List.of());
  }

  @Override
  public int round() {
    return phase() == discussing ? rounds.size() + 1 : rounds.size();
  }

  public Optional<GatheredContext> context() {
    return Optional.ofNullable(context);
  }

  public void setContext(@Nullable GatheredContext found) {
    context = found;
  }

  public List<String> analysts() {
    return analysts;
  }

  public void setAnalysts(List<String> agents) {
    analysts = agents;
  }

  public boolean onlyDirect() {
    return analysts.equals(List.of(AgentStatus.DIRECT));
  }

  public int roundsLeft() {
    return roundsLeft;
  }

  public void setRoundsLeft(int rounds) {
    roundsLeft = rounds;
  }

  public int direction() {
    return direction;
  }

  /** Starts another direction, which ignores earlier statements. */
  public void changeDirection(@Nullable String words) {
    direction++;
    directionText = words;
  }

  /** Returns the newest direction, in the human's words. */
  public Optional<String> directionText() {
    return Optional.ofNullable(directionText);
  }

  public Optional<String> feedback() {
    return Optional.ofNullable(feedback);
  }

  public void setFeedback(@Nullable String words) {
    feedback = words;
  }

  public List<RoundRecord> rounds() {
    return List.copyOf(rounds);
  }

  public RoundRecord lastRound() {
    return rounds.get(rounds.size() - 1);
  }

  public Optional<Synthesis> last() {
    return Optional.ofNullable(last);
  }

  @Override
  public Ledger ledger() {
    return last().map(Synthesis::ledger).orElse(Ledger.EMPTY);
  }

  void record(RoundRecord round, Synthesis synthesis) {
    rounds.add(round);
    last = synthesis;
    feedback = null;
    roundsLeft = Math.max(0, roundsLeft - 1);
  }

  /** Replaces the last round by its recount. */
  public void recount(Synthesis counted) {
    RoundRecord round = lastRound();
    rounds.set(
        rounds.size() - 1,
        RoundRecord.of(
            counted,
            direction,
            round.tree(),
            round.started(),
            round.ended(),
            round.runs(),
            round.feedback(),
            request().languages()));
    last = counted;
  }

  public boolean hasRoundOfDirection() {
    return rounds.stream().anyMatch(round -> round.direction() == direction);
  }

  /** Returns the last round if it belongs to this direction and has content. */
  public Optional<Synthesis> lastOfDirection() {
    return hasRoundOfDirection()
        ? last()
            .filter(one -> !one.ledger().points().isEmpty() || !one.ledger().statements().isEmpty())
        : Optional.empty();
  }

  /**
   * Returns the last round's document on the current host, including one of an earlier direction.
   */
  public Optional<DocumentRef> roundDocument(ReplyDocuments documents) {
    return last()
        .map(
            synthesis -> {
              RoundRecord round = lastRound();
              return round.number() > roundsElsewhere()
                  ? round.synthesis()
                  : documents.currentCopy(
                      round.synthesis(), synthesis, "recall round " + round.number());
            });
  }

  /**
   * Returns the document whose field {@code ledger} is the ledger of this direction; before the
   * first round, the ledger of a change's criteria.
   */
  Optional<DocumentRef> ledgerDocument(ReplyDocuments documents) {
    return lastOfDirection()
        .flatMap(any -> roundDocument(documents))
        .or(() -> criteria().map(ledger -> documents.store(ledger, "keep the criteria")));
  }

  private Optional<Ledger> criteria() {
    return subject()
        .map(ReviewSubject::criteria)
        .filter(texts -> !texts.isEmpty())
        .map(texts -> Ledger.ofCriteria(texts.stream().map(LocalizedText::of).toList()));
  }

  /** Returns whether another ballot is due: there are open votes and more than one voter. */
  public boolean needsBallot() {
    return roundsLeft > 0
        && last()
            .filter(counted -> counted.voters().size() > 1 && counted.ledger().needsBallot())
            .isPresent();
  }
}
