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

/** What a session would ask in its first round, and whom. Pure. */
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
    state.listed(new HostRoster(roster, false));
    state.setContext(context);
    state.setPhase(Phase.ANALYZING);
  }

  /** Who is asked when every usable agent answers: the analysts, or who stands in for them. */
  public List<String> asked() {
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
   * Who would moderate: the first usable one; empty when nobody is, when one analyst is alone, and
   * when of three or more it is the one that says the least.
   */
  public Optional<String> moderator() {
    long models = asked().stream().filter(agent -> !agent.equals(AgentStatus.DIRECT)).count();
    boolean known = models == 2 || (models > 2 && state.request().moderator().isPresent());
    return state.request().moderators(state.analysts()).stream()
        .filter(agent -> known && state.roster().mayBeAsked(agent))
        .findFirst();
  }

  /** At most so many rounds: a second one of the direct analyst alone would say the same. */
  public int rounds() {
    return state.onlyDirect() ? 1 : state.request().maxRounds();
  }
}
