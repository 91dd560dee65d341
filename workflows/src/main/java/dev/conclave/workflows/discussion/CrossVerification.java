package dev.conclave.workflows.discussion;

import java.util.List;

/**
 * The analyses of a round held against each other; see docs/discussion.md, section 4.
 *
 * @param voters agents whose analyses count
 * @param notCrossVerified whether there were fewer than two voters
 * @param alpha Krippendorff's alpha over groups and agents; NaN is written as 0 with fewer than two
 */
public record CrossVerification(
    List<String> voters,
    boolean notCrossVerified,
    List<Point> agreements,
    List<Point> partial,
    List<Disagreement> disagreements,
    List<Point> unique,
    String resolution,
    double alpha) {

  /** The same with other disagreements. */
  public CrossVerification with(List<Disagreement> others) {
    return new CrossVerification(
        voters, notCrossVerified, agreements, partial, others, unique, resolution, alpha);
  }
}
