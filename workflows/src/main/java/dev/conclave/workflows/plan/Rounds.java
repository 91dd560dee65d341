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
import dev.conclave.workflows.host.TaskQueues;
import dev.conclave.workflows.workspace.Tree;
import dev.conclave.workflows.workspace.WorkspaceActivities;
import io.temporal.failure.CanceledFailure;
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

/** One discussion round: every analyst asked, their analyses synthesized, the round recorded. */
final class Rounds {
  private static final int RUNS_KEPT = 12;
  private static final int TOPICS_KEPT = 10;

  private final Session session;
  private final Asking asking;

  Rounds(Session session, Asking asking) {
    this.session = session;
    this.asking = asking;
  }

  /** Conducts the next round and returns what came out of it. */
  Synthesis conduct() {
    Instant started = Session.now();
    Tree tree = nameTree();
    List<AgentRun> runs = new ArrayList<>();
    List<AskReply> replies =
        session.request.mode() == DiscussionMode.SERIAL
            ? askInTurn(tree, runs)
            : askSideBySide(tree, runs);
    if (CancellationScope.current().isCancelRequested()) {
      throw new CanceledFailure("cancelled during round " + session.round());
    }
    List<DocumentRef> analyses = replies.stream().map(AskReply::document).toList();
    Synthesis synthesis = synthesize(tree, analyses, runs, started);
    record(tree, synthesis, analyses, runs, started);
    return synthesis;
  }

  private Tree nameTree() {
    Tree tree =
        Workflow.newActivityStub(
                WorkspaceActivities.class,
                ActivityProfile.TREE.on(hostQueue(), "name the tree · round " + session.round()))
            .nameTree(session.openWorkspace());
    session.tree = Optional.of(tree);
    return tree;
  }

  private List<AskReply> askSideBySide(Tree tree, List<AgentRun> runs) {
    Set<String> used = new LinkedHashSet<>(session.analysts);
    List<Promise<Optional<AskReply>>> asked = new ArrayList<>();
    for (String analyst : session.analysts) {
      Seat seat = new Seat(session, asking, analyst, used, runs);
      asked.add(Async.function(() -> take(seat, tree, List.of())));
    }
    // Every seat comes back, cancelled ones too: none is left running behind the round's end.
    return asked.stream().map(Promise::get).flatMap(Optional::stream).toList();
  }

  private List<AskReply> askInTurn(Tree tree, List<AgentRun> runs) {
    Set<String> used = new LinkedHashSet<>(session.analysts);
    List<AskReply> replies = new ArrayList<>();
    for (String analyst : session.analysts) {
      List<DocumentRef> before = replies.stream().map(AskReply::document).toList();
      take(new Seat(session, asking, analyst, used, runs), tree, before).ifPresent(replies::add);
    }
    return replies;
  }

  private Optional<AskReply> take(Seat seat, Tree tree, List<DocumentRef> verify) {
    try {
      return seat.ask(
          (agent, attempt) -> Requested.analysis(session, tree, agent, attempt, verify));
    } catch (CanceledFailure e) {
      return Optional.empty();
    }
  }

  private Synthesis synthesize(
      Tree tree, List<DocumentRef> analyses, List<AgentRun> runs, Instant started) {
    List<RoundRecord> earlier = session.roundsOfDirection();
    return Workflow.newActivityStub(
            DiscussionActivities.class,
            ActivityProfile.RULES.on(
                hostQueue(), "compare the analyses · round " + session.round()))
        .synthesize(
            new RoundRequest(
                session.id,
                session.request.task(),
                session.round(),
                session.openWorkspace(),
                tree.id(),
                analyses,
                List.copyOf(runs),
                Bounds.newest(earlier.stream().flatMap(r -> r.findings().stream()).toList()),
                earlier.isEmpty(),
                session.context.map(context -> context.context()),
                session.feedback,
                session.request.languages(),
                started));
  }

  private void record(
      Tree tree,
      Synthesis synthesis,
      List<DocumentRef> analyses,
      List<AgentRun> runs,
      Instant started) {
    session.rounds.add(
        Bounds.fitted(
            new RoundRecord(
                session.rounds.size() + 1,
                session.direction,
                tree.id(),
                started,
                Session.now(),
                runs.stream().limit(RUNS_KEPT).toList(),
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
    session.analyses = analyses;
    session.feedback = Optional.empty();
    session.roundsLeft = Math.max(0, session.roundsLeft - 1);
  }

  private String hostQueue() {
    return TaskQueues.host(session.openWorkspace().host());
  }
}
