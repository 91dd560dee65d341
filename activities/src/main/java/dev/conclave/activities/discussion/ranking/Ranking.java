package dev.conclave.activities.discussion.ranking;

import dev.conclave.activities.discussion.CitedPlace;
import dev.conclave.activities.discussion.verification.ApproachGroup;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.Solution;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The solutions of a round, best first; docs/discussion.md, section 5. Pure.
 *
 * @param best at most three
 * @param alsoConsidered the rest
 */
public record Ranking(List<Solution> best, List<Solution> alsoConsidered) {
  /** So many are shown to the human. */
  public static final int SHOWN = 3;

  private static final Comparator<Solution> BY_SCORE =
      Comparator.comparing((Solution solution) -> -solution.score())
          .thenComparing(solution -> -solution.verified())
          .thenComparing(solution -> -solution.sourceCli().size())
          .thenComparing(Solution::name)
          .thenComparing(solution -> solution.sourceCli().toString());

  /** Merges and ranks the approaches of a round. */
  public static Ranking of(
      Collection<Analysis> analyses,
      List<ApproachGroup> approaches,
      Collection<CitedPlace> evidence) {
    Map<String, Analysis> byAgent = new LinkedHashMap<>();
    analyses.forEach(analysis -> byAgent.putIfAbsent(analysis.tool(), analysis));
    List<Solution> ranked =
        approaches.stream()
            .map(group -> new SolutionMerge(byAgent, evidence, group).merge())
            .sorted(Comparator.comparing(nobodyRead(byAgent)).thenComparing(BY_SCORE))
            .toList();
    int shown = Math.min(SHOWN, ranked.size());
    return new Ranking(ranked.subList(0, shown), ranked.subList(shown, ranked.size()));
  }

  /**
   * Whether no model stands behind a solution. Such a one comes last: its counts are those of a
   * template, so its score says nothing against one that somebody thought of.
   */
  private static Function<Solution, Boolean> nobodyRead(Map<String, Analysis> byAgent) {
    return solution ->
        solution.sourceCli().stream()
            .map(byAgent::get)
            .allMatch(analysis -> analysis == null || analysis.degraded());
  }
}
