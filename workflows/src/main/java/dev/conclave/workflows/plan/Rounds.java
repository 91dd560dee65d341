package dev.conclave.workflows.plan;

import dev.conclave.workflows.agent.AskReply;
import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.discussion.Disagreement;
import dev.conclave.workflows.discussion.DiscussionActivities;
import dev.conclave.workflows.discussion.RoundRequest;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.document.DocumentRef;
import dev.conclave.workflows.host.ActivityProfile;
import dev.conclave.workflows.workspace.Tree;
import dev.conclave.workflows.workspace.WorkspaceActivities;
import io.temporal.failure.CanceledFailure;
import io.temporal.failure.TemporalFailure;
import io.temporal.workflow.Async;
import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.Promise;
import io.temporal.workflow.Workflow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** One discussion round: every analyst asked, their analyses synthesized, the round recorded. */
final class Rounds {
  private static final int TOPICS_KEPT = 10;

  private final Session session;
  private final Hosting hosting;
  private final Documents documents;
  private final Asking asking;
  private final BooleanSupplier decided;
  private String number = "";

  /**
   * The rounds of a session.
   *
   * @param decided whether the human said to decide with what there is
   */
  Rounds(
      Session session,
      Hosting hosting,
      Documents documents,
      Asking asking,
      BooleanSupplier decided) {
    this.session = session;
    this.hosting = hosting;
    this.documents = documents;
    this.asking = asking;
    this.decided = decided;
  }

  /**
   * Conducts the next round and returns what came out of it; what came out of the one before when
   * nobody answered because the human said to decide.
   */
  Synthesis conduct() {
    Instant started = Session.now();
    // A round that nobody answered is not recorded; what is asked after it is asked anew.
    number = session.round() + "." + session.decisions.size();
    nameTree();
    List<AgentRun> runs = new ArrayList<>();
    List<AskReply> replies =
        session.request.mode() == DiscussionMode.SERIAL ? askInTurn(runs) : askSideBySide(runs);
    if (CancellationScope.current().isCancelRequested()) {
      throw new CanceledFailure("cancelled during round " + session.round());
    }
    if (replies.isEmpty()) {
      if (decided.getAsBoolean() && !session.roundsOfDirection().isEmpty()) {
        return fallBack();
      }
      replies = askDirect(runs);
    }
    Synthesis synthesis = synthesize(replies, runs, started);
    record(synthesis, replies, runs, started);
    return synthesis;
  }

  private void nameTree() {
    session.tree =
        Optional.of(
            hosting.call(
                WorkspaceActivities.class,
                ActivityProfile.TREE,
                "name the tree · round " + session.round(),
                workspaces -> workspaces.nameTree(session.openWorkspace())));
  }

  private List<AskReply> askSideBySide(List<AgentRun> runs) {
    Set<String> used = new LinkedHashSet<>(session.analysts);
    List<Promise<Optional<AskReply>>> asked = new ArrayList<>();
    Workflow.newCancellationScope(
            seats -> {
              for (String analyst : session.analysts) {
                Seat seat = new Seat(session, asking, analyst, used, runs);
                asked.add(Async.function(() -> takeOrEnd(seat, seats)));
              }
            })
        .run();
    return allOf(asked);
  }

  /** When one seat fails for good the round does: what the others would say is not bought. */
  private Optional<AskReply> takeOrEnd(Seat seat, CancellationScope seats) {
    try {
      return take(seat, List.of());
    } catch (TemporalFailure e) {
      seats.cancel("another seat of the round has failed");
      throw e;
    }
  }

  /** Every seat comes back, cancelled ones too: none is left running behind the round's end. */
  private static List<AskReply> allOf(List<Promise<Optional<AskReply>>> asked) {
    List<AskReply> replies = new ArrayList<>();
    List<TemporalFailure> failures = new ArrayList<>();
    for (Promise<Optional<AskReply>> seat : asked) {
      try {
        seat.get().ifPresent(replies::add);
      } catch (TemporalFailure e) {
        failures.add(e);
      }
    }
    if (!failures.isEmpty()) {
      throw failures.get(0);
    }
    return replies;
  }

  private List<AskReply> askInTurn(List<AgentRun> runs) {
    Set<String> used = new LinkedHashSet<>(session.analysts);
    List<AskReply> replies = new ArrayList<>();
    for (String analyst : session.analysts) {
      List<AskReply> before = List.copyOf(replies);
      take(new Seat(session, asking, analyst, used, runs), before).ifPresent(replies::add);
    }
    return replies;
  }

  /** The round before stands: an empty one would hide what it brought. */
  private Synthesis fallBack() {
    Synthesis last = session.last.orElseThrow();
    session.notes.add(
        "nobody answered in round "
            + session.round()
            + "; this is what round "
            + last.round()
            + " brought");
    session.feedback = Optional.empty();
    return last;
  }

  /** The analyst that costs nothing, when nobody else answered and it was not asked yet. */
  private List<AskReply> askDirect(List<AgentRun> runs) {
    boolean asked = runs.stream().anyMatch(run -> run.agent().equals(Agents.DIRECT));
    if (asked || !Agents.mayAskDirect(session.request)) {
      return List.of();
    }
    Set<String> nobodyElse = new LinkedHashSet<>(Agents.all(session.request));
    Seat seat = new Seat(session, asking, Agents.DIRECT, nobodyElse, runs);
    return take(seat, List.of()).stream().toList();
  }

  private Optional<AskReply> take(Seat seat, List<AskReply> before) {
    try {
      return seat.ask(
              (agent, attempt) -> {
                List<DocumentRef> verify = documents.analyses(before);
                return Requested.analysis(session, tree(), number, agent, attempt, verify);
              })
          .map(Seat.Answer::reply);
    } catch (CanceledFailure e) {
      return Optional.empty();
    }
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
              new RoundRequest(
                  session.id,
                  session.request.task(),
                  session.round(),
                  session.openWorkspace(),
                  tree().id(),
                  analyses,
                  List.copyOf(runs),
                  Bounds.newest(earlier.stream().flatMap(r -> r.findings().stream()).toList()),
                  earlier.isEmpty(),
                  session.context.map(context -> context.context()),
                  session.feedback,
                  session.request.languages(),
                  started));
        });
  }

  private void record(
      Synthesis synthesis, List<AskReply> replies, List<AgentRun> runs, Instant started) {
    session.rounds.add(
        Bounds.fitted(
            new RoundRecord(
                session.rounds.size() + 1,
                session.direction,
                tree().id(),
                started,
                Session.now(),
                Bounds.kept(runs),
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
    session.last = Optional.of(synthesis);
    session.analyses = replies.stream().map(AskReply::document).toList();
    session.feedback = Optional.empty();
    session.roundsLeft = Math.max(0, session.roundsLeft - 1);
  }

  /** A move names it on the new host; it is the tree of the same commit. */
  private Tree tree() {
    return session.tree.orElseThrow();
  }
}
