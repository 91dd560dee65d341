package dev.conclave.workflows.api;

import dev.conclave.workflows.discussion.Scope;
import java.util.List;
import java.util.Optional;

/**
 * Terms that the human set for a plan when approving a solution.
 *
 * @param constraints plans refer to them by number, from 1
 * @param scope what may be changed and what may not; paths, folders, patterns or words
 */
public record PlanTerms(List<String> constraints, Scope scope) {
  public static final PlanTerms NONE = new PlanTerms(List.of(), Scope.NONE);

  public static PlanTerms of(List<String> constraints, Optional<Scope> scope) {
    return new PlanTerms(constraints, scope.orElse(Scope.NONE));
  }
}
