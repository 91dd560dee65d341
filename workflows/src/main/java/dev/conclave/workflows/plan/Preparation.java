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
  private final PlanState state;
  private final HostCalls host;

  Preparation(PlanState state, HostCalls host) {
    this.state = state;
    this.host = host;
  }

  Phase openWorkspace() {
    host.open();
    listAgents();
    return Phase.CONTEXT_GATHERING;
  }

  /** Lists the agents again after a wait for a human. */
  void listAgentsAgain() {
    if (state.roster().stale()) {
      listAgents();
    }
  }

  private void listAgents() {
    host.listAgents();
    state.analysts = state.request().analysts(state.roster().agents());
    RoundReport.unfilledSeats(state).stream()
        .filter(sentence -> !state.notes().contains(sentence))
        .forEach(state::note);
  }

  void gatherContext() {
    host.nameTree("");
    state.context = host.search(newestWords()).orElse(null);
  }

  /** The human's newest words; the questions answered are ours. */
  private List<String> newestWords() {
    List<String> words = new ArrayList<>();
    state.directionText().ifPresent(words::add);
    Clarifications.newestAsking(state.decisions())
        .map(Decision::ownWords)
        .filter(said -> !said.isBlank())
        .ifPresent(words::add);
    return words;
  }

  void relocate(Workspace from, Workspace to, HostRoster agents, Optional<Tree> tree) {
    if (state.context != null) {
      state.context = host.search(newestWords(), to, tree.orElseThrow()).orElse(null);
    }
    boolean explored = state.fullContext().isPresent();
    state.moveTo(to, agents, tree);
    if (explored && state.fullContext().isEmpty()) {
      state.note("the full context is lost with its host; the search has to do");
    }
    state.analysts = state.request().analysts(agents.agents());
    state.leaveDocuments(state.rounds.size());
    // Containers and two workers of one machine may have one name.
    boolean alike = from.hostName().equals(to.hostName());
    state.note(
        "host %s is gone: the workspace was opened on host %s at the same commit%s%s"
            .formatted(
                from.hostName() + (alike ? " (" + from.host() + ")" : ""),
                to.hostName() + (alike ? " (" + to.host() + ")" : ""),
                state.context().isEmpty() ? "" : "; the context was gathered anew",
                state.rounds.isEmpty()
                    ? ""
                    : "; the results of the rounds are kept, but their documents are lost"));
    state.touch();
  }
}
