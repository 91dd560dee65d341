package dev.conclave.workflows.discussion;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Optional;

/**
 * A merged, ranked approach; see docs/discussion.md, section 6.
 *
 * @param feasibility of the task, as the models among its sources judge it: their mean, 0 to 1; not
 *     of this solution; empty when none says one
 * @param affectedFiles every place that its proposals name; of one file there may be several
 * @param score 0 to 100, of what was checked
 * @param seedScore by the formula that older readers know; ranks nothing
 * @param scoreFrom the parts of the score, in a line
 * @param verified of the lines that it names, those that are there
 */
@RecordBuilder
@RecordBuilder.Options(useImmutableCollections = true)
public record Solution(
    String name,
    String description,
    List<String> sourceCli,
    Optional<Double> feasibility,
    Level effort,
    Level risk,
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
    double seedScore,
    String scoreFrom,
    int verified,
    int cited,
    String entry,
    List<String> rankedFirstBy,
    List<String> differences,
    List<String> revisions,
    List<String> objections,
    List<String> openConflicts)
    implements SolutionBuilder.With {
  /** How many files it touches, however many places of each it names. */
  public int files() {
    return (int) affectedFiles.stream().map(CodeLocation::file).distinct().count();
  }

  /** Modules of the workspace, and what comes from outside. */
  public record Dependencies(List<String> internal, List<String> external) {}
}
