package dev.conclave.workflows.session;

import dev.conclave.workflows.api.AgentStatus;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Who is asked, and who stands in for whom. Pure. */
public final class AgentOrder {
  private AgentOrder() {}

  /** Every agent that a session may come to ask. */
  public static List<String> all(SessionRequest request) {
    Set<String> all = new LinkedHashSet<>(request.tools());
    all.addAll(chain(request));
    request.moderator().ifPresent(all::add);
    return List.copyOf(all);
  }

  /**
   * Who is asked to moderate, in order: whom the request names, the analysts, the chain; {@code
   * direct} moderates nothing.
   */
  public static List<String> moderators(SessionRequest request, List<String> analysts) {
    Set<String> moderators = new LinkedHashSet<>(request.moderator().stream().toList());
    moderators.addAll(analysts);
    moderators.addAll(chain(request));
    moderators.remove(AgentStatus.DIRECT);
    return List.copyOf(moderators);
  }

  /**
   * The order of stand-ins. Beside tools that the user named only {@code direct} and the chain that
   * the user chose stand in; a request holds the built-in chain only when no tools were named.
   */
  public static List<String> chain(SessionRequest request) {
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
  public static boolean mayAskDirect(SessionRequest request) {
    return all(request).contains(AgentStatus.DIRECT);
  }

  /** The next of the chain that sits nowhere in this round. */
  public static Optional<String> standIn(SessionRequest request, Set<String> used) {
    return chain(request).stream().filter(agent -> !used.contains(agent)).findFirst();
  }

  /**
   * The analysts of a session. Without named tools those of the configuration that are usable; when
   * none is, the first usable of the chain; else {@code direct}.
   */
  public static List<String> analysts(SessionRequest request, List<AgentStatus> roster) {
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
}
