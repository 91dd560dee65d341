package dev.conclave.workflows.plan;

import dev.conclave.workflows.agent.AgentStatus;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Who is asked, and who stands in for whom. Pure. */
final class Agents {
  private Agents() {}

  /** Every agent that a session may come to ask. */
  static List<String> all(PlanRequest request) {
    Set<String> all = new LinkedHashSet<>(request.tools());
    all.addAll(chain(request));
    return List.copyOf(all);
  }

  /**
   * The order of stand-ins. Tools that the user named are a promise: nobody else stands in but
   * {@code direct} and whom the user added.
   */
  static List<String> chain(PlanRequest request) {
    Set<String> chain = new LinkedHashSet<>();
    if (request.toolsNamed()) {
      chain.addAll(request.tools());
    }
    chain.addAll(request.fallback());
    if (chain.remove(AgentStatus.DIRECT) || request.toolsNamed()) {
      chain.add(AgentStatus.DIRECT);
    }
    return List.copyOf(chain);
  }

  /** Whether {@code direct} may be asked at all: as an analyst, or as a stand-in. */
  static boolean mayAskDirect(PlanRequest request) {
    return all(request).contains(AgentStatus.DIRECT);
  }

  /**
   * Those that a human may drop, to spare what they cost. In a round the last one stays unless
   * {@code direct} stands in for it: somebody has to be asked.
   */
  static List<String> droppable(Session session) {
    List<String> asked =
        all(session.request).stream()
            .filter(agent -> !agent.equals(AgentStatus.DIRECT) && !session.dropped(agent))
            .filter(agent -> find(session.roster, agent).filter(AgentStatus::usable).isPresent())
            .toList();
    boolean needed = session.phase == Phase.ANALYZING && !mayAskDirect(session.request);
    return asked.size() == 1 && needed ? List.of() : asked;
  }

  /** The next of the chain that sits nowhere in this round. */
  static Optional<String> standIn(PlanRequest request, Set<String> used) {
    return chain(request).stream().filter(agent -> !used.contains(agent)).findFirst();
  }

  /**
   * The analysts of a session. Without named tools those of the configuration that are usable; when
   * none is, the first usable of the chain; else {@code direct}.
   */
  static List<String> analysts(PlanRequest request, List<AgentStatus> roster) {
    if (request.toolsNamed()) {
      return request.tools();
    }
    List<String> usable =
        roster.stream().filter(AgentStatus::usable).map(AgentStatus::agent).toList();
    List<String> analysts = new ArrayList<>(request.tools());
    analysts.retainAll(usable);
    if (analysts.isEmpty()) {
      chain(request).stream()
          .filter(usable::contains)
          .filter(agent -> !agent.equals(AgentStatus.DIRECT))
          .limit(request.tools().size())
          .forEach(analysts::add);
    }
    return analysts.isEmpty() ? List.of(AgentStatus.DIRECT) : List.copyOf(analysts);
  }

  /** Why an agent cannot be asked on the session's host; empty when it can. */
  static Optional<String> unusable(List<AgentStatus> roster, String agent) {
    Optional<AgentStatus> status = find(roster, agent);
    if (status.isEmpty()) {
      return Optional.of("unknown on this host");
    }
    return status.get().usable()
        ? Optional.empty()
        : Optional.of(status.get().reason().orElse("not usable on this host"));
  }

  /** The status of one agent. */
  static Optional<AgentStatus> find(List<AgentStatus> roster, String agent) {
    return roster.stream().filter(status -> status.agent().equals(agent)).findFirst();
  }
}
