package dev.conclave.workflows.discussion;

import java.util.List;

/**
 * A merged, ranked approach; see docs/discussion.md, section 5.
 *
 * @param feasibility mean over its sources, 0 to 1
 * @param score by the formula
 * @param verified cited places that bear it out
 * @param cited cited places in all
 */
public record Solution(
    String name,
    String description,
    List<String> sourceCli,
    double feasibility,
    Level effort,
    Level risk,
    boolean riskInferred,
    String maintainability,
    String performanceImpact,
    String summary,
    List<String> pros,
    List<String> cons,
    List<CodeLocation> affectedFiles,
    ImplementationPlan implementationPlan,
    Dependencies dependencies,
    List<String> technicalConcerns,
    double score,
    int verified,
    int cited) {

  /** Modules of the workspace, and what comes from outside. */
  public record Dependencies(List<String> internal, List<String> external) {}
}
