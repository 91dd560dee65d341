package dev.conclave.workflows.plan;

import dev.conclave.workflows.api.AskReply;
import dev.conclave.workflows.api.Tree;
import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.discussion.Disagreement;
import dev.conclave.workflows.discussion.DiscussionActivities;
import dev.conclave.workflows.discussion.DiscussionActivities.CountRequest;
import dev.conclave.workflows.discussion.DiscussionActivities.RecountRequest;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.session.Asking;
import dev.conclave.workflows.session.Documents;
import dev.conclave.workflows.session.Hosting;
import dev.conclave.workflows.session.Session;
import dev.conclave.workflows.session.Site;
import dev.conclave.workflows.temporal.ActivityProfile;
import dev.conclave.workflows.temporal.Bounds;
import io.temporal.failure.CanceledFailure;
import io.temporal.workflow.CancellationScope;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** One discussion round: analysts asked, replies entered, moderated and counted, all recorded. */
final class Rounds {
  private static final int TOPICS_KEPT = 10;

  private final PlanSession session;
  private final Hosting hosting;
  private final Site site;
  private final Documents documents;
  private final Recalled recalled;
  private final Asking asking;
  private final BooleanSupplier decided;

  /**
   * The rounds of a session.
   *
   * @param decided whether the human said to decide with what there is
   */
  Rounds(
      PlanSession session,
      Hosting hosting,
      Site site,
      Documents documents,
      Recalled recalled,
      Asking asking,
      BooleanSupplier decided) {
    this.session = session;
    this.hosting = hosting;
    this.site = site;
    this.documents = documents;
    this.recalled = recalled;
    this.asking = asking;
    this.decided = decided;
  }

  /**
   * Conducts the next round and returns what came out of it; what came out of the one before when
   * the human said to decide at the budget of an analyst. At that of the moderator all replies are
   * paid, so the round counts, unmoderated.
   */
  Synthesis conduct() {
    Instant started = Session.now();
    site.nameTreeFor("round " + session.round());
    RoundLedger ledger = new RoundLedger(session, hosting, documents, recalled);
    Table table = new Table(session, ledger, asking);
    List<AskReply> replies = table.ask();
    if (CancellationScope.current().isCancelRequested()) {
      throw new CanceledFailure("cancelled during round " + session.round());
    }
    if (cutShort()) {
      return fallBack();
    }
    if (replies.isEmpty()) {
      replies = table.direct();
      ledger.enter(replies, table.runs());
    }
    boolean moderate = ledger.entered().moderate();
    Optional<AskReply> moderation =
        moderate
            ? new Moderator(session, asking, decided).ask(table.number(), ledger)
            : Optional.empty();
    Synthesis synthesis = count(ledger, moderate, moderation, replies, table.runs(), started);
    record(synthesis, replies, table.runs(), started);
    return synthesis;
  }

  /**
   * Counts the last round anew, with what the human has answered since; no agent is asked.
   *
   * @return what the round has come to by that
   */
  Synthesis recount() {
    Synthesis counted =
        hosting.call(
            DiscussionActivities.class,
            ActivityProfile.RULES,
            "count the votes anew · round " + session.rounds.size(),
            rules ->
                rules.recount(
                    new RecountRequest(
                        recalled.round().orElseThrow(),
                        session.roundsLeft,
                        Clarifications.answers(session.decisions()))));
    int index = session.rounds.size() - 1;
    RoundRecord round = session.rounds.get(index);
    session.rounds.set(
        index,
        recorded(
            round.runs(), counted, round.tree(), round.started(), round.ended(), round.feedback()));
    session.recalled.computeIfPresent(round.number(), (number, old) -> counted.document());
    session.last = Optional.of(counted);
    return counted;
  }

  /** Whether the budget ended the analysts' part, and a round before is complete. */
  private boolean cutShort() {
    return decided.getAsBoolean() && !session.roundsOfDirection().isEmpty();
  }

  /** The round before stands: half a round would hide what it brought. */
  private Synthesis fallBack() {
    Synthesis last = session.last.orElseThrow();
    session.note(
        "the budget ended round "
            + session.round()
            + "; this is what round "
            + last.round()
            + ", the last complete one, brought");
    session.feedback = Optional.empty();
    return last;
  }

  private Synthesis count(
      RoundLedger ledger,
      boolean moderate,
      Optional<AskReply> moderation,
      List<AskReply> replies,
      List<AgentRun> runs,
      Instant started) {
    return hosting.call(
        DiscussionActivities.class,
        ActivityProfile.RULES,
        "count the votes · round " + session.round(),
        rules ->
            rules.count(
                new CountRequest(
                    session.id(),
                    session.request().task(),
                    session.round(),
                    session.whereabouts().opened(),
                    tree().id(),
                    ledger.entered().ledger(),
                    documents.analyses(moderation.stream().toList()).stream().findFirst(),
                    moderate,
                    documents.analyses(replies),
                    RequestBounds.runs(runs),
                    session.roundsOfDirection().isEmpty(),
                    session.request().maxRounds(),
                    Math.max(0, session.roundsLeft - 1),
                    Clarifications.answers(session.decisions()),
                    session.context.map(context -> context.context()),
                    session.feedback.map(Bounds::shortened),
                    session.request().languages(),
                    started)));
  }

  private void record(
      Synthesis synthesis, List<AskReply> replies, List<AgentRun> runs, Instant started) {
    session.rounds.add(
        recorded(
            RoundBounds.kept(runs),
            synthesis,
            tree().id(),
            started,
            Session.now(),
            session.feedback.map(Bounds::shortened)));
    session.ledger().recorded(session.rounds.size(), started);
    session.last = Optional.of(synthesis);
    session.analyses = replies.stream().map(AskReply::document).toList();
    session.feedback = Optional.empty();
    session.roundsLeft = Math.max(0, session.roundsLeft - 1);
  }

  private RoundRecord recorded(
      List<AgentRun> runs,
      Synthesis synthesis,
      String tree,
      Instant started,
      Instant ended,
      Optional<String> feedback) {
    return RoundBounds.fitted(
        new RoundRecord(
            synthesis.round(),
            session.direction,
            tree,
            started,
            ended,
            runs,
            synthesis.solutions().stream().map(Solution::name).toList(),
            synthesis.crossVerification(session.request().languages()).disagreements().stream()
                .filter(Disagreement::open)
                .map(Disagreement::topic)
                .limit(TOPICS_KEPT)
                .toList(),
            synthesis.convergence(),
            synthesis.notCrossVerified(),
            synthesis.degraded(),
            synthesis.document(),
            feedback));
  }

  /** A move names it on the new host; it is the tree of the same commit. */
  private Tree tree() {
    return session.whereabouts().named();
  }
}
