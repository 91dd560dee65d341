package dev.conclave.activities.planning;

import dev.conclave.workflows.discussion.Scope;
import java.util.List;
import java.util.Optional;

/**
 * The files that a plan may touch, as far as the person's scope names files; what it says in words
 * is for the planner alone. Pure.
 */
public final class PlanScope {
  private final Scope scope;
  private final List<ScopePattern> included;
  private final List<ScopePattern> excluded;
  private final boolean limited;

  private PlanScope(
      Scope scope, List<ScopePattern> included, List<ScopePattern> excluded, boolean limited) {
    this.scope = scope;
    this.included = included;
    this.excluded = excluded;
    this.limited = limited;
  }

  public static PlanScope of(Scope scope, PlanFacts facts) {
    List<ScopePattern> included = patterns(scope.included(), facts);
    return new PlanScope(
        scope,
        included,
        patterns(scope.excluded(), facts),
        // One thing included in words may hold any file.
        !included.isEmpty() && included.size() == scope.included().size());
  }

  private static List<ScopePattern> patterns(List<String> texts, PlanFacts facts) {
    return texts.stream().flatMap(text -> ScopePattern.of(text, facts).stream()).toList();
  }

  /** Why a file is out of scope, as the end of a sentence; empty when it is not. */
  public Optional<String> objection(String file) {
    if (excluded.stream().anyMatch(pattern -> pattern.holds(file))) {
      return Optional.of("which the person excluded (" + String.join(", ", scope.excluded()) + ")");
    }
    return limited && included.stream().noneMatch(pattern -> pattern.holds(file))
        ? Optional.of(
            "which is outside of what the person included ("
                + String.join(", ", scope.included())
                + ")")
        : Optional.empty();
  }
}
