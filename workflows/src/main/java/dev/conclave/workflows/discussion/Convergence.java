package dev.conclave.workflows.discussion;

import java.util.Optional;

/**
 * How far the agents converged in a round; see docs/discussion.md, section 5.
 *
 * @param agreementRatio agreed points / (agreed points + disagreements + 1)
 * @param meanFeasibility over the models that give one; empty if none does
 * @param evidenceRate verified / cited; 0 if nothing was cited; not part of the score
 */
public record Convergence(
    double score,
    double agreementRatio,
    Optional<Double> meanFeasibility,
    boolean newInsights,
    Recommendation recommendation,
    String rationale,
    double evidenceRate) {
  public static final double CONVERGED_FROM = 0.8;
  public static final double AGREEMENT_SHARE = 0.5;
  public static final double FEASIBILITY_SHARE = 0.3;
  public static final double NO_NEW_INSIGHT = 0.2;
}
