package dev.conclave.workflows.discussion;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Optional;

/**
 * A merged, ranked approach; see docs/discussion.md, section 6.
 *
 * @param feasibility of the task (not of this solution): the mean over the models among its
 *     sources, 0 to 1; empty if none gives one
 * @param affectedFiles all locations named by its proposals; several per file are possible
 * @param score 0 to 100, based on verified facts
 * @param seedScore by the older formula, for older readers; not used for ranking
 * @param scoreFrom the parts of the score, in one line
 * @param verified number of cited lines that exist
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
  /** The maintainability or performance impact that no agent assessed. */
  public static final String NOT_ASSESSED = "not assessed";

  public int files() {
    return (int) affectedFiles.stream().map(CodeLocation::file).distinct().count();
  }

  public record Dependencies(List<String> internal, List<String> external) {}
}
