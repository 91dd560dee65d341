package dev.conclave.workflows.plan;

import dev.conclave.workflows.api.AgentStatus;
import dev.conclave.workflows.session.Agents;
import dev.conclave.workflows.session.EndedCall;
import dev.conclave.workflows.session.LiveCall;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What comes of it when an agent is dropped at a budget gate, as the seats stand. Pure.
 *
 * @param asked the agent whose next call the budget does not allow
 */
record Successors(PlanSession session, String asked) {

  /** For each of these agents, a sentence without its end. */
  Map<String, String> afterDropping(List<String> droppable) {
    return droppable.stream()
        .collect(
            Collectors.toMap(
                agent -> agent,
                session.phase() == Phase.ANALYZING ? this::ofSeat : this::ofPlanner,
                (one, other) -> one,
                LinkedHashMap::new));
  }

  private String ofSeat(String agent) {
    if (answered(agent)) {
      return next(agent, Set.copyOf(session.analysts))
          .map(next -> next + " takes its seat from the next round on")
          .orElse("nobody takes its seat in later rounds");
    }
    return sitting().contains(agent)
        ? next(agent, sitting())
            .map(next -> next + " takes its seat")
            .orElse("nobody takes its seat")
        : "it has no seat now, and stands in for nobody";
  }

  /** The next planner is asked when one before it gave no plan; the rules are when none is left. */
  private String ofPlanner(String agent) {
    if (!agent.equals(asked)) {
      return "it is not asked for a plan";
    }
    Set<String> planners = new LinkedHashSet<>(session.analysts);
    planners.addAll(Agents.chain(session.request()));
    return planners.stream()
        .dropWhile(planner -> !planner.equals(agent))
        .skip(1)
        .filter(planner -> !planner.equals(AgentStatus.DIRECT) && mayBeAsked(planner))
        .findFirst()
        .map(next -> next + " is asked for the plan")
        .orElse("the rules make the plan");
  }

  /** Everybody who has, or had, a seat of this round. */
  private Set<String> sitting() {
    Set<String> sitting = new LinkedHashSet<>(session.analysts);
    sitting.add(asked);
    session.calls().live().stream().map(LiveCall::agent).forEach(sitting::add);
    session.calls().ended().stream()
        .filter(call -> call.round() == session.round())
        .map(EndedCall::agent)
        .forEach(sitting::add);
    return sitting;
  }

  private boolean answered(String agent) {
    return session.calls().ended().stream()
        .anyMatch(
            call ->
                call.answered() && call.round() == session.round() && call.agent().equals(agent));
  }

  private Optional<String> next(String agent, Set<String> sitting) {
    return Agents.chain(session.request()).stream()
        .filter(next -> !next.equals(agent) && !sitting.contains(next) && mayBeAsked(next))
        .findFirst();
  }

  private boolean mayBeAsked(String agent) {
    return !session.roster().dropped(agent) && session.roster().unusable(agent).isEmpty();
  }
}
