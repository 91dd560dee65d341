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
  private final PlanState session;

  public FirstRound(
      PlanRequest request,
      Instant now,
      Workspace workspace,
      Tree tree,
      List<AgentStatus> roster,
      GatheredContext context) {
    String id = SessionId.of(request.kind(), request.task(), now).value();
    session = new PlanState(id, request, now);
    session.settleIn(workspace);
    session.name(tree);
    session.roster().listed(new HostRoster(roster, false));
    session.analysts = request.analysts(roster);
    session.context = Optional.of(context);
    session.standAt(Phase.ANALYZING);
  }

  /** Who is asked when every usable agent answers: the analysts, or who stands in for them. */
  public List<String> asked() {
    Set<String> used = new LinkedHashSet<>(session.analysts);
    List<String> asked = new ArrayList<>();
    for (String analyst : session.analysts) {
      Optional<String> agent = Optional.of(analyst);
      while (agent.isPresent() && !session.roster().mayBeAsked(agent.get())) {
        agent = session.request().standIn(used);
        agent.ifPresent(used::add);
      }
      agent.ifPresent(asked::add);
    }
    return List.copyOf(asked);
  }

  public AskRequest question(String agent) {
    return AgentQuestions.analysis(session, "1.0", Optional::empty).to(session, agent, 1);
  }

  /**
   * Who would moderate: the first usable one; empty when nobody is, when one analyst is alone, and
   * when of three or more it is the one that says the least.
   */
  public Optional<String> moderator() {
    long models = asked().stream().filter(agent -> !agent.equals(AgentStatus.DIRECT)).count();
    boolean known = models == 2 || (models > 2 && session.request().moderator().isPresent());
    return session.request().moderators(session.analysts).stream()
        .filter(agent -> known && session.roster().mayBeAsked(agent))
        .findFirst();
  }

  /** At most so many rounds: a second one of the direct analyst alone would say the same. */
  public int rounds() {
    return session.onlyDirect() ? 1 : session.request().maxRounds();
  }
}
