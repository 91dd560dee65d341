package dev.conclave.workflows.plan;

import dev.conclave.workflows.api.AgentStatus;
import dev.conclave.workflows.api.RosterActivities;
import dev.conclave.workflows.api.SearchActivities;
import dev.conclave.workflows.api.SearchActivities.ContextRequest;
import dev.conclave.workflows.api.SearchActivities.GatheredContext;
import dev.conclave.workflows.api.Workspace;
import dev.conclave.workflows.api.WorkspaceActivities;
import dev.conclave.workflows.api.WorkspaceActivities.Tree;
import dev.conclave.workflows.gate.Decision;
import dev.conclave.workflows.session.AgentOrder;
import dev.conclave.workflows.session.HostCalls;
import dev.conclave.workflows.session.SessionRun;
import dev.conclave.workflows.temporal.ActivityProfile;
import dev.conclave.workflows.temporal.TaskQueues;
import io.temporal.failure.ActivityFailure;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The phases before the first round: the workspace opened, its agents listed, context gathered; and
 * the same on another host, where the repository was opened at the commit that the first host had.
 */
final class Preparation {
  private final PlanState session;
  private final HostCalls host;

  Preparation(PlanState session, HostCalls host) {
    this.session = session;
    this.host = host;
  }

  Phase openWorkspace() {
    host.open();
    listAgents();
    return Phase.CONTEXT_GATHERING;
  }

  /** Before a session asks anybody after a while, it looks again who is there. */
  void listAgentsAgain() {
    if (session.roster().stale()) {
      listAgents();
    }
  }

  private void listAgents() {
    List<AgentStatus> found =
        host.call(
            RosterActivities.class,
            ActivityProfile.LIST_AGENTS,
            "look for the agents",
            roster -> roster.list(AgentOrder.all(session.request())));
    session.roster().listed(found);
    session.analysts = AgentOrder.analysts(session.request(), found);
    RoundReport.unfilledSeats(session).stream()
        .filter(sentence -> !session.notes().contains(sentence))
        .forEach(session::note);
  }

  Phase gatherContext() {
    host.nameTree("");
    try {
      session.context =
          Optional.of(
              host.call(
                  SearchActivities.class,
                  ActivityProfile.GATHER_CONTEXT,
                  "gather context",
                  search -> search.gather(contextRequest(session.opened(), session.named()))));
    } catch (ActivityFailure e) {
      HostCalls.throwIfCancelled();
      // The agents read the tree themselves: without a context package they start colder.
      session.note("no context was gathered: " + HostCalls.reason(e));
    }
    return Phase.ANALYZING;
  }

  /** The search for the task and the human's newest words; the questions answered are ours. */
  private ContextRequest contextRequest(Workspace workspace, Tree tree) {
    List<String> words = new ArrayList<>();
    session.directionText.ifPresent(words::add);
    Clarifications.newestAsking(session.decisions())
        .map(Decision::ownWords)
        .filter(said -> !said.isBlank())
        .ifPresent(words::add);
    return new ContextRequest(
        session.session(), session.request().task(), words, workspace, tree.id());
  }

  /** See {@link SessionRun#relocate}. */
  void relocate(Workspace from, Workspace to, Duration patience) {
    List<AgentStatus> roster =
        on(to, patience, RosterActivities.class, ActivityProfile.LIST_AGENTS, "look for the agents")
            .list(AgentOrder.all(session.request()));
    Optional<Tree> tree =
        session
            .tree()
            .map(
                before ->
                    on(
                            to,
                            patience,
                            WorkspaceActivities.class,
                            ActivityProfile.TREE,
                            "name the tree")
                        .nameTree(to));
    Optional<String> problem = Optional.empty();
    Optional<GatheredContext> context = Optional.empty();
    if (session.context.isPresent()) {
      try {
        SearchActivities search =
            on(
                to,
                patience,
                SearchActivities.class,
                ActivityProfile.GATHER_CONTEXT,
                "gather context anew");
        context = Optional.of(search.gather(contextRequest(to, tree.orElseThrow())));
      } catch (ActivityFailure e) {
        HostCalls.throwIfCancelled();
        if (HostCalls.isNotTaken(e)) {
          throw e;
        }
        problem = Optional.of("no context was gathered: " + HostCalls.reason(e));
      }
    }
    session.settleIn(to);
    session.roster().listed(roster);
    session.analysts = AgentOrder.analysts(session.request(), roster);
    tree.ifPresent(session::name);
    session.context = context;
    session.recalled.clear();
    session.leaveDocuments(session.rounds.size());
    // Containers and two workers of one machine may bear one name.
    boolean alike = from.hostName().equals(to.hostName());
    session.note(
        "host %s is gone: the workspace was opened on host %s at the same commit%s%s"
            .formatted(
                from.hostName() + (alike ? " (" + from.host() + ")" : ""),
                to.hostName() + (alike ? " (" + to.host() + ")" : ""),
                context.isEmpty() ? "" : "; the context was gathered anew",
                session.rounds.isEmpty()
                    ? ""
                    : "; what the rounds so far came to is known, their documents are gone"));
    problem.ifPresent(session::note);
    session.touch();
  }

  private static <A> A on(
      Workspace to, Duration patience, Class<A> type, ActivityProfile profile, String summary) {
    return Workflow.newActivityStub(
        type, profile.on(TaskQueues.host(to.host()), summary, patience));
  }
}
