package dev.conclave.workflows.plan;

import dev.conclave.workflows.api.AgentStatus;
import dev.conclave.workflows.api.ContextRequest;
import dev.conclave.workflows.api.RosterActivities;
import dev.conclave.workflows.api.SearchActivities;
import dev.conclave.workflows.api.Tree;
import dev.conclave.workflows.api.Workspace;
import dev.conclave.workflows.gate.Decision;
import dev.conclave.workflows.session.Agents;
import dev.conclave.workflows.session.Cancellation;
import dev.conclave.workflows.session.Hosting;
import dev.conclave.workflows.session.Site;
import dev.conclave.workflows.temporal.ActivityProfile;
import dev.conclave.workflows.temporal.Bounds;
import io.temporal.failure.ActivityFailure;
import io.temporal.failure.ApplicationFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The phases before the first round: the workspace opened, its agents listed, context gathered. */
final class Preparation {
  private final PlanSession session;
  private final Hosting hosting;
  private final Site site;

  Preparation(PlanSession session, Hosting hosting, Site site) {
    this.session = session;
    this.hosting = hosting;
    this.site = site;
  }

  Phase openWorkspace() {
    site.open();
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
        hosting.call(
            RosterActivities.class,
            ActivityProfile.LIST_AGENTS,
            "look for the agents",
            host -> host.list(Agents.all(session.request())));
    session.roster().listed(found);
    session.analysts = Agents.analysts(session.request(), found);
    StandIns.unfilled(session).stream()
        .filter(sentence -> !session.notes().contains(sentence))
        .forEach(session::note);
  }

  Phase gatherContext() {
    site.nameTree();
    try {
      session.context =
          Optional.of(
              hosting.call(
                  SearchActivities.class,
                  ActivityProfile.GATHER_CONTEXT,
                  "gather context",
                  search ->
                      search.gather(
                          contextRequest(
                              session,
                              session.whereabouts().opened(),
                              session.whereabouts().named()))));
    } catch (ActivityFailure e) {
      Cancellation.rethrow(e);
      // The agents read the tree themselves: without a context package they start colder.
      session.note(withoutContext(e));
    }
    return Phase.ANALYZING;
  }

  /** The search for the task and the human's newest words; the questions answered are ours. */
  static ContextRequest contextRequest(PlanSession session, Workspace workspace, Tree tree) {
    List<String> words = new ArrayList<>();
    session.directionText.ifPresent(words::add);
    Clarifications.newestAsking(session.decisions())
        .map(Decision::ownWords)
        .filter(said -> !said.isBlank())
        .ifPresent(words::add);
    return new ContextRequest(session.id(), session.request().task(), words, workspace, tree.id());
  }

  static String withoutContext(ActivityFailure e) {
    return "no context was gathered: "
        + Bounds.message(
            e.getCause() instanceof ApplicationFailure failure
                ? Optional.ofNullable(failure.getOriginalMessage())
                : Optional.ofNullable(e.getMessage()));
  }
}
