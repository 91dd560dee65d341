package dev.conclave.workflows.plan;

import dev.conclave.workflows.api.AgentStatus;
import dev.conclave.workflows.api.GatheredContext;
import dev.conclave.workflows.api.RosterActivities;
import dev.conclave.workflows.api.SearchActivities;
import dev.conclave.workflows.api.Tree;
import dev.conclave.workflows.api.Workspace;
import dev.conclave.workflows.api.WorkspaceActivities;
import dev.conclave.workflows.session.Agents;
import dev.conclave.workflows.session.Cancellation;
import dev.conclave.workflows.session.Hosting;
import dev.conclave.workflows.session.Relocation;
import dev.conclave.workflows.temporal.ActivityProfile;
import dev.conclave.workflows.temporal.TaskQueues;
import io.temporal.failure.ActivityFailure;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a planning session needs on another host, where its repository was opened at the commit that
 * the first host had: the agents listed, the tree named, the context gathered.
 */
final class Move implements Relocation {
  private final PlanSession session;

  Move(PlanSession session) {
    this.session = session;
  }

  @Override
  public void settle(Workspace from, Workspace to, Duration patience) {
    List<AgentStatus> roster =
        on(to, patience, RosterActivities.class, ActivityProfile.LIST_AGENTS, "look for the agents")
            .list(Agents.all(session.request()));
    Optional<Tree> tree = session.whereabouts().tree().map(before -> name(to, patience));
    List<String> notes = new ArrayList<>();
    Optional<GatheredContext> context =
        session.context.flatMap(lost -> gather(to, patience, tree.orElseThrow(), notes));
    session.whereabouts().settleIn(to);
    session.roster().listed(roster);
    session.analysts = Agents.analysts(session.request(), roster);
    tree.ifPresent(session.whereabouts()::name);
    session.context = context;
    session.recalled.clear();
    session.whereabouts().moved(session.whereabouts().moves().after(session.rounds.size()));
    session.note(arrived(from, to));
    notes.forEach(session::note);
    session.touch();
  }

  private Tree name(Workspace to, Duration patience) {
    return on(to, patience, WorkspaceActivities.class, ActivityProfile.TREE, "name the tree")
        .nameTree(to);
  }

  private Optional<GatheredContext> gather(
      Workspace to, Duration patience, Tree tree, List<String> notes) {
    try {
      return Optional.of(
          on(
                  to,
                  patience,
                  SearchActivities.class,
                  ActivityProfile.GATHER_CONTEXT,
                  "gather context anew")
              .gather(Preparation.contextRequest(session, to, tree)));
    } catch (ActivityFailure e) {
      Cancellation.rethrow(e);
      if (Hosting.notTaken(e)) {
        throw e;
      }
      notes.add(Preparation.withoutContext(e));
      return Optional.empty();
    }
  }

  private static <A> A on(
      Workspace to, Duration patience, Class<A> type, ActivityProfile profile, String summary) {
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
