package dev.conclave.workflows.plan;

import dev.conclave.workflows.api.RosterActivities.HostRoster;
import dev.conclave.workflows.api.WorkspaceActivities.Tree;
import dev.conclave.workflows.gate.Decision;
import dev.conclave.workflows.model.Workspace;
import dev.conclave.workflows.session.Clarifications;
import dev.conclave.workflows.session.HostCalls;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The phases before the first round: workspace, agents, context; and the same after a move. */
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

  /** Lists the agents again after a wait for a human. */
  void listAgentsAgain() {
    if (session.roster().stale()) {
      listAgents();
    }
  }

  private void listAgents() {
    host.listAgents();
    session.analysts = session.request().analysts(session.roster().agents());
    RoundReport.unfilledSeats(session).stream()
        .filter(sentence -> !session.notes().contains(sentence))
        .forEach(session::note);
  }

  void gatherContext() {
    host.nameTree("");
    session.context = host.search(newestWords());
  }

  /** The human's newest words; the questions answered are ours. */
  private List<String> newestWords() {
    List<String> words = new ArrayList<>();
    session.directionText.ifPresent(words::add);
    Clarifications.newestAsking(session.decisions())
        .map(Decision::ownWords)
        .filter(said -> !said.isBlank())
        .ifPresent(words::add);
    return words;
  }

  void relocate(Workspace from, Workspace to, HostRoster agents, Optional<Tree> tree) {
    session.context =
        session.context.flatMap(before -> host.search(newestWords(), to, tree.orElseThrow()));
    boolean explored = session.fullContext().isPresent();
    session.moveTo(to, agents, tree);
    if (explored && session.fullContext().isEmpty()) {
      session.note("the full context is lost with its host; the search has to do");
    }
    session.analysts = session.request().analysts(agents.agents());
    session.leaveDocuments(session.rounds.size());
    // Containers and two workers of one machine may have one name.
    boolean alike = from.hostName().equals(to.hostName());
    session.note(
        "host %s is gone: the workspace was opened on host %s at the same commit%s%s"
            .formatted(
                from.hostName() + (alike ? " (" + from.host() + ")" : ""),
                to.hostName() + (alike ? " (" + to.host() + ")" : ""),
                session.context.isEmpty() ? "" : "; the context was gathered anew",
                session.rounds.isEmpty()
                    ? ""
                    : "; the results of the rounds are kept, but their documents are lost"));
    session.touch();
  }
}
