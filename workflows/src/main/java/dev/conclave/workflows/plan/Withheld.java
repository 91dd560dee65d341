package dev.conclave.workflows.plan;

import dev.conclave.workflows.api.AgentStatus;
import dev.conclave.workflows.discussion.CitedPlaces;
import dev.conclave.workflows.discussion.Solution;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Why a session that answers by itself keeps its plan instead of handing it off: what it rests on
 * is nothing that anybody has read in the code. Pure.
 */
final class Withheld {
  private Withheld() {}

  /** The reason, as a part of a sentence; empty when the plan may be handed off. */
  static Optional<String> reason(PlanSession session) {
    if (session.plan.filter(draft -> !draft.errors().isEmpty()).isPresent()) {
      return Optional.of("the plan fails its checks");
    }
    return session.last.flatMap(
        last -> {
          Solution solution = last.solutions().get(session.selected.orElse(0));
          return onlyDirect(solution.sourceCli()) && !asked(session.request())
              ? Optional.of("no model stands behind it, only the built-in analyst proposed it")
              : nothingIsThere(solution, last.places())
                  ? Optional.of("none of the places that it is cited for is in the code")
                  : Optional.empty();
        });
  }

  private static boolean onlyDirect(List<String> agents) {
    return agents.stream().allMatch(AgentStatus.DIRECT::equals);
  }

  /** Who named the built-in analyst alone has no model to wait for. */
  private static boolean asked(PlanRequest request) {
    return request.toolsNamed() && onlyDirect(request.tools());
  }

  private static boolean nothingIsThere(Solution solution, CitedPlaces places) {
    boolean nowhere = places.cited() > 0 && places.missing() == places.cited();
    List<String> named =
        solution.affectedFiles().stream()
            .filter(place -> place.line() > 0)
            .map(place -> place.file() + ":" + place.line())
            .toList();
    Set<String> absent = new HashSet<>(places.first());
    return nowhere || (!named.isEmpty() && solution.verified() == 0 && absent.containsAll(named));
  }
}
