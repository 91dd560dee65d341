package dev.conclave.workflows.plan.phase;

import dev.conclave.workflows.agent.AskReply;
import dev.conclave.workflows.asking.Asking;
import dev.conclave.workflows.asking.Documents;
import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.discussion.Disagreement;
import dev.conclave.workflows.discussion.DiscussionActivities;
import dev.conclave.workflows.discussion.RoundRequest;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.document.DocumentRef;
import dev.conclave.workflows.host.ActivityProfile;
import dev.conclave.workflows.hosting.Hosting;
import dev.conclave.workflows.hosting.Site;
import dev.conclave.workflows.plan.Clarifications;
import dev.conclave.workflows.plan.RoundRecord;
import dev.conclave.workflows.session.Session;
import dev.conclave.workflows.wire.Bounds;
import dev.conclave.workflows.workspace.Tree;
import io.temporal.failure.CanceledFailure;
import io.temporal.workflow.CancellationScope;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** One discussion round: every analyst asked, their analyses synthesized, the round recorded. */
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
   * nobody answered because the human said to decide.
   */
  Synthesis conduct() {
    Instant started = Session.now();
    site.nameTreeFor("round " + session.round());
    Table table = new Table(session, documents, recalled, asking);
    List<AskReply> replies = table.ask();
    if (CancellationScope.current().isCancelRequested()) {
      throw new CanceledFailure("cancelled during round " + session.round());
    }
    if (replies.isEmpty()) {
      if (decided.getAsBoolean() && !session.roundsOfDirection().isEmpty()) {
        return fallBack(table.runs().isEmpty());
      }
      replies = table.direct();
    }
    Synthesis synthesis = synthesize(replies, table.runs(), started);
    record(synthesis, replies, table.runs(), started);
    return synthesis;
  }

  /** The round before stands: an empty one would hide what it brought. */
  private Synthesis fallBack(boolean nobodyAsked) {
    Synthesis last = session.last.orElseThrow();
    int round = session.round();
    String nobody =
        nobodyAsked ? "nobody was asked in round " + round : "nobody answered in round " + round;
    session.note(nobody + "; this is what round " + last.round() + " brought");
    session.feedback = Optional.empty();
    return last;
  }

  private Synthesis synthesize(List<AskReply> replies, List<AgentRun> runs, Instant started) {
    List<RoundRecord> earlier = session.roundsOfDirection();
    return hosting.call(
        DiscussionActivities.class,
        ActivityProfile.RULES,
        "compare the analyses · round " + session.round(),
        rules -> {
          List<DocumentRef> analyses = documents.analyses(replies);
          return rules.synthesize(
              RequestBounds.fitted(
                  new RoundRequest(
                      session.id(),
                      session.request().task(),
                      session.round(),
                      session.whereabouts().opened(),
                      tree().id(),
                      analyses,
                      runs,
                      earlier.stream().flatMap(r -> r.findings().stream()).toList(),
                      earlier.isEmpty(),
                      session.context.map(context -> context.context()),
                      session.feedback,
                      session.request().languages(),
                      started,
                      Clarifications.answered(session.decisions()),
                      Clarifications.fitting(Clarifications.of(session.decisions())),
                      earlier.isEmpty()
                          ? List.of()
                          : session.last.map(Synthesis::concerns).orElse(List.of()))));
        });
  }

  private void record(
      Synthesis synthesis, List<AskReply> replies, List<AgentRun> runs, Instant started) {
    session.rounds.add(
        RoundBounds.fitted(
            new RoundRecord(
                session.rounds.size() + 1,
                session.direction,
                tree().id(),
                started,
                Session.now(),
                RoundBounds.kept(runs),
                synthesis.solutions().stream().map(Solution::name).toList(),
                synthesis.crossVerification().disagreements().stream()
                    .filter(Disagreement::open)
                    .map(Disagreement::topic)
                    .limit(TOPICS_KEPT)
                    .toList(),
                synthesis.findings(),
                synthesis.convergence(),
                synthesis.crossVerification().notCrossVerified(),
                synthesis.degraded(),
                synthesis.document(),
                session.feedback.map(Bounds::shortened))));
    session.ledger().recorded(session.rounds.size(), started);
    session.last = Optional.of(synthesis);
    session.analyses = replies.stream().map(AskReply::document).toList();
    session.feedback = Optional.empty();
    session.roundsLeft = Math.max(0, session.roundsLeft - 1);
  }

  /** A move names it on the new host; it is the tree of the same commit. */
  private Tree tree() {
    return session.whereabouts().named();
  }
}
