package dev.conclave.workflows.discussion;

import dev.conclave.workflows.text.Words;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A merged, ranked approach; see docs/discussion.md, section 6.
 *
 * @param feasibility of the task, as the models among its sources judge it: their mean, 0 to 1; not
 *     of this solution; empty when none says one
 * @param affectedFiles every place that its proposals name; of one file there may be several
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
    int verified,
    int cited,
    String entry,
    List<String> rankedFirstBy,
    List<String> differences,
    List<String> revisions,
    List<String> objections,
    List<String> openConflicts)
    implements SolutionBuilder.With {
  private static final int PER_SOURCE = 20;
  private static final int PER_PRO_OVER_CONS = 5;
  private static final int PER_FILE = 3;
  private static final int FILES_AT_MOST = 15;

  /** So many pros, and so many cons, count: a talkative agent wins nothing. */
  private static final int COUNTED = 5;

  /** How many files it touches, however many places of each it names. */
  public int files() {
    return (int) affectedFiles.stream().map(CodeLocation::file).distinct().count();
  }

  /**
   * The score (docs/discussion.md, section 5) of a solution with so many sources, pros, cons and
   * files.
   */
  public static double score(int sources, Level effort, Level risk, int pros, int cons, int files) {
    return PER_SOURCE * sources
        + ofEffort(effort)
        + ofRisk(risk)
        + PER_PRO_OVER_CONS * (Math.min(pros, COUNTED) - Math.min(cons, COUNTED))
        + Math.min(PER_FILE * files, FILES_AT_MOST);
  }

  private static int ofEffort(Level effort) {
    return switch (effort) {
      case LOW -> 30;
      case MEDIUM -> 20;
      case HIGH -> 10;
      case UNKNOWN -> 15;
    };
  }

  private static int ofRisk(Level risk) {
    return switch (risk) {
      case LOW -> 30;
      case MEDIUM -> 20;
      case HIGH -> 5;
      case UNKNOWN -> 15;
    };
  }

  /** The parts of its score, in words; empty when shortened lists no longer add up to it. */
  public Optional<String> scoreParts() {
    int pro = Math.min(pros.size(), COUNTED);
    int con = Math.min(cons.size(), COUNTED);
    int agents = sourceCli.size();
    if (score(agents, effort, risk, pro, con, files()) != score) {
      return Optional.empty();
    }
    List<String> parts = new ArrayList<>();
    parts.add(Words.counted(agents, "agent") + " " + PER_SOURCE * agents);
    parts.add(Words.of(effort) + " effort " + ofEffort(effort));
    parts.add(Words.of(risk) + " risk " + ofRisk(risk));
    parts.add(
        Words.counted(pro, "pro")
            + " less "
            + Words.counted(con, "con")
            + " "
            + PER_PRO_OVER_CONS * (pro - con));
    parts.add(Words.counted(files(), "file") + " " + Math.min(PER_FILE * files(), FILES_AT_MOST));
    return Optional.of(String.join(" + ", parts));
  }

  /** Modules of the workspace, and what comes from outside. */
  public record Dependencies(List<String> internal, List<String> external) {}
}
