package dev.conclave.workflows.plan;

import dev.conclave.workflows.api.RosterActivities.HostRoster;
import dev.conclave.workflows.api.WorkspaceActivities.Opened;
import dev.conclave.workflows.gate.Decision;
import dev.conclave.workflows.model.Workspace;
import dev.conclave.workflows.session.AgentCalls;
import dev.conclave.workflows.session.Clarifications;
import dev.conclave.workflows.session.HostCalls;
import java.util.ArrayList;
import java.util.List;

/** Runs the phases before the first round: workspace, agents, context; and after a move. */
final class Preparation {
  private final PlanState state;
  private final HostCalls host;

  Preparation(PlanState state, HostCalls host) {
    this.state = state;
    this.host = host;
  }

  Phase openWorkspace() {
    host.open();
    state.roster().markStale();
    return Phase.CONTEXT_GATHERING;
  }

  void gatherContext() {
    if (!state.treeIsFresh()) {
      host.nameTree("");
    }
    AgentCalls.inParallel(
        () -> host.refresh(""), () -> state.setContext(host.search(newestWords()).orElse(null)));
  }

  /** Returns the human's newest words, without the questions that they answer. */
  private List<String> newestWords() {
    List<String> words = new ArrayList<>();
    state.directionText().ifPresent(words::add);
    Clarifications.newestAsking(state.decisions())
        .map(Decision::ownWords)
        .filter(said -> !said.isBlank())
        .ifPresent(words::add);
    return words;
  }

  void relocate(Workspace from, Opened opened, HostRoster agents) {
    Workspace to = opened.workspace();
    if (state.context().isPresent()) {
      state.setContext(host.search(newestWords(), to, opened.tree()).orElse(null));
    }
    boolean explored = state.fullContext().isPresent();
    state.moveTo(opened, agents);
    if (explored && state.fullContext().isEmpty()) {
      state.note("the full context was lost with its host; using search results only");
    }
    state.setRoundsElsewhere(state.rounds().size());
    // Containers, or two workers on one machine, may have the same host name.
    boolean alike = from.hostName().equals(to.hostName());
    state.note(
        "host %s is unavailable: the workspace was opened on host %s at the same commit%s%s"
            .formatted(
                from.hostName() + (alike ? " (" + from.host() + ")" : ""),
                to.hostName() + (alike ? " (" + to.host() + ")" : ""),
                state.context().isEmpty() ? "" : "; the context was gathered again",
                state.rounds().isEmpty()
                    ? ""
                    : "; the results of the rounds are kept, but their documents are lost"));
    state.touch();
  }
}
