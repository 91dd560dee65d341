package dev.conclave.workflows.discussion;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Optional;

/**
 * One agent's reply in one round, after parsing; see docs/discussion.md, sections 1 and 2.
 *
 * @param feasibilityScore 0 to 1; 0.5 if not given, see {@link #statedFeasibility}
 * @param findings each may end with {@code [path:line]}
 * @param zh translations by position, as the agent gave them
 * @param faults a reviewer's findings, used instead of {@code findings}
 * @param ballot its votes on the ledger; absent if it was shown none
 */
@RecordBuilder
@RecordBuilder.Options(useImmutableCollections = true)
public record Analysis(
    String tool,
    String perspective,
    double feasibilityScore,
    List<String> findings,
    List<Approach> implementationApproaches,
    List<String> technicalConcerns,
    List<CodeLocation> codeLocations,
    Optional<Requirements> requirements,
    Optional<Scope> scope,
    Optional<JsonNode> zh,
    List<String> parseNotes,
    boolean fallback,
    boolean degraded,
    List<OpenQuestion> openQuestions,
    Optional<Ballot> ballot,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Finding> faults)
    implements AnalysisBuilder.With {
  /** A question that an analyst cannot answer from the code. */
  public record OpenQuestion(
      String question, List<String> options, Optional<Integer> recommended, String why) {}

  /** The parse note of a reply without a feasibility score. */
  public static final String FEASIBILITY_UNSAID = "feasibility_score is missing: 0.5 assumed";

  public Optional<Double> statedFeasibility() {
    return parseNotes.contains(FEASIBILITY_UNSAID)
        ? Optional.empty()
        : Optional.of(feasibilityScore);
  }

  /**
   * Returns it with a ballot, empty if the reply has none: entries without a vote are not
   * confirmed.
   */
  public Analysis shownLedger() {
    return ballot.isPresent() ? this : withBallot(Optional.of(Ballot.EMPTY));
  }

  /** Whether it has nothing to compare with other analyses. */
  public boolean hasNoContent() {
    return findings.isEmpty()
        && implementationApproaches.isEmpty()
        && technicalConcerns.isEmpty()
        && codeLocations.isEmpty()
        && faults.isEmpty()
        && ballot.isEmpty();
  }
}
