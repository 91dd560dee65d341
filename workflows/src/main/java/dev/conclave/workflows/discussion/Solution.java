package dev.conclave.workflows.discussion;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A merged, ranked approach; see docs/discussion.md, section 5.
 *
 * @param feasibility of the task, as the models among its sources judge it: their mean, 0 to 1; not
 *     of this solution; empty when none says one
 * @param score by the formula
 * @param affectedFiles every place that its proposals name; of one file there may be several
 * @param verified of the lines that it names, those that are there and speak of what is said
 * @param cited lines that it names
 */
public record Solution(
    String name,
    String description,
    List<String> sourceCli,
    Optional<Double> feasibility,
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

  /** How many files it touches, however many places of each it names. */
  public int files() {
    return (int) affectedFiles.stream().map(CodeLocation::file).distinct().count();
  }

  /** The same with these concerns before its own, each once. */
  public Solution concerned(List<String> concerns) {
    return new Solution(
        name,
        description,
        sourceCli,
        feasibility,
        effort,
        risk,
        riskInferred,
        maintainability,
        performanceImpact,
        summary,
        pros,
        cons,
        affectedFiles,
        implementationPlan,
        dependencies,
        Stream.concat(concerns.stream(), technicalConcerns.stream()).distinct().toList(),
        score,
        verified,
        cited);
  }

  /** Modules of the workspace, and what comes from outside. */
  public record Dependencies(List<String> internal, List<String> external) {}
}
