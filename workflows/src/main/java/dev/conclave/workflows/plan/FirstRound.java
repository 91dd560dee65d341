package dev.conclave.workflows.plan;

import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.api.RosterActivities.HostRoster;
import dev.conclave.workflows.api.SearchActivities.GatheredContext;
import dev.conclave.workflows.api.WorkspaceActivities.Tree;
import dev.conclave.workflows.model.AgentStatus;
import dev.conclave.workflows.model.Workspace;
import dev.conclave.workflows.session.SessionId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Predicts the first round of a session: its agents and its prompts. Pure. */
public final class FirstRound {
  private final PlanState state;

  public FirstRound(
      PlanRequest request,
      Instant now,
      Workspace workspace,
      Tree tree,
      List<AgentStatus> roster,
      GatheredContext context) {
    String id = SessionId.of(request.kind(), request.task(), now).value();
    state = new PlanState(id, request, now);
    state.setWorkspace(workspace);
    state.setTree(tree);
    state.updateRoster(new HostRoster(roster, false));
    state.setContext(context);
    state.setPhase(Phase.ANALYZING);
  }

  /** Returns the analysts, with a fallback for each one that is not usable. */
  public List<String> agents() {
    Set<String> used = new LinkedHashSet<>(state.analysts());
    List<String> asked = new ArrayList<>();
    for (String analyst : state.analysts()) {
      Optional<String> agent = Optional.of(analyst);
      while (agent.isPresent() && !state.roster().mayBeAsked(agent.get())) {
        agent = state.request().standIn(used);
        agent.ifPresent(used::add);
      }
      agent.ifPresent(asked::add);
    }
    return List.copyOf(asked);
  }

  public AskRequest question(String agent) {
    return new AgentQuestions(state).analysis("1.0", () -> null).to(state, agent, 1);
  }

  /**
   * Returns the first usable moderator. Empty if there is none, if there is only one analyst, or if
   * the moderator depends on the replies: with three or more analysts it is the one that says the
   * least.
   */
  public Optional<String> moderator() {
    long models = agents().stream().filter(agent -> !agent.equals(AgentStatus.DIRECT)).count();
    boolean known = models == 2 || (models > 2 && state.request().moderator().isPresent());
    return state.request().moderators(state.analysts()).stream()
        .filter(agent -> known && state.roster().mayBeAsked(agent))
        .findFirst();
  }

  /**
   * Returns the maximum number of rounds; a second round of the direct analyst alone adds nothing.
   */
  public int rounds() {
    return state.onlyDirect() ? 1 : state.maxRounds();
  }
}
