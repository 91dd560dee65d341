package dev.conclave.workflows.plan;

import dev.conclave.workflows.agent.AgentStatus;
import dev.conclave.workflows.agent.RosterActivities;
import dev.conclave.workflows.host.ActivityProfile;
import dev.conclave.workflows.host.TaskQueues;
import dev.conclave.workflows.search.GatheredContext;
import dev.conclave.workflows.search.SearchActivities;
import dev.conclave.workflows.wire.Bounds;
import dev.conclave.workflows.workspace.Tree;
import dev.conclave.workflows.workspace.Workspace;
import dev.conclave.workflows.workspace.WorkspaceActivities;
import io.temporal.failure.ActivityFailure;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The way of a session to another host: the repository opened there at the commit that the first
 * host had, its agents listed, its tree named, its context gathered. The session changes only when
 * all of it stands; a move that is cut off leaves it where it was.
 */
final class Move {
  private final Session session;
  private final Duration patience;

  Move(Session session, Duration patience) {
    this.session = session;
    this.patience = patience;
  }

  /** Opens the repository on any host; it may be the one that is left, when it came back. */
  Workspace open(Workspace from) {
    return Workflow.newActivityStub(
            WorkspaceActivities.class,
            ActivityProfile.REOPEN_WORKSPACE.on(
                TaskQueues.WORKFLOWS,
                "open the workspace in place of host " + Bounds.topic(from.hostName())))
        .open(session.request.workspace().at(from.head()));
  }

  /** Makes another host the session's own. */
  void settle(Workspace from, Workspace to) {
    List<AgentStatus> roster =
        on(to, RosterActivities.class, ActivityProfile.LIST_AGENTS, "look for the agents")
            .list(Agents.all(session.request));
    Optional<Tree> tree = session.tree.map(before -> name(to));
    List<String> notes = new ArrayList<>();
    Optional<GatheredContext> context =
        session.context.flatMap(lost -> gather(to, tree.orElseThrow(), notes));
    session.workspace = Optional.of(to);
    session.roster = roster;
    session.rosterStale = false;
    session.analysts = Agents.analysts(session.request, roster);
    session.tree = tree;
    session.context = context;
    session.recalled.clear();
    session.moves = session.moves.after(session.rounds.size());
    session.notes.add(arrived(from, to));
    session.notes.addAll(notes);
    session.touch();
  }

  private Tree name(Workspace to) {
    return on(to, WorkspaceActivities.class, ActivityProfile.TREE, "name the tree").nameTree(to);
  }

  private Optional<GatheredContext> gather(Workspace to, Tree tree, List<String> notes) {
    try {
      return Optional.of(
          on(to, SearchActivities.class, ActivityProfile.GATHER_CONTEXT, "gather context anew")
              .gather(Preparation.contextRequest(session, to, tree)));
    } catch (ActivityFailure e) {
      Asking.rethrowCancellation(e);
      if (Hosting.notTaken(e)) {
        throw e;
      }
      notes.add(Preparation.withoutContext(e));
      return Optional.empty();
    }
  }

  private <A> A on(Workspace to, Class<A> type, ActivityProfile profile, String summary) {
    return Workflow.newActivityStub(
        type, profile.on(TaskQueues.host(to.host()), summary, patience));
  }

  private String arrived(Workspace from, Workspace to) {
    StringBuilder note = new StringBuilder();
    note.append("host ")
        .append(named(from, to))
        .append(" is gone: the workspace was opened on host ");
    note.append(named(to, from)).append(" at the same commit");
    session.context.ifPresent(any -> note.append("; the context was gathered anew"));
    if (!session.rounds.isEmpty()) {
      note.append("; what the rounds so far came to is known, their documents are gone");
    }
    return note.toString();
  }

  /** Containers and two workers of one machine may bear one name. */
  private static String named(Workspace one, Workspace other) {
    return one.hostName().equals(other.hostName())
        ? one.hostName() + " (" + one.host() + ")"
        : one.hostName();
  }
}
