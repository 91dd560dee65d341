package dev.conclave.workflows.discussion;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Optional;

/**
 * One agent's reply in one round, after parsing; see docs/discussion.md, sections 1 and 2.
 *
 * @param feasibilityScore 0 to 1; a half when it said none, see {@link #saidFeasibility}
 * @param findings each may end in {@code [path:line]}
 * @param zh translations by position, as the agent gave them
 * @param faults what a reviewer reports, in place of findings
 * @param ballot its votes on the ledger; absent when it was shown none
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
  /** What an analyst cannot answer from the code. */
  public record OpenQuestion(
      String question, List<String> options, Optional<Integer> recommended, String why) {}

  /** The note of a reply that says nothing of feasibility. */
  public static final String FEASIBILITY_UNSAID = "feasibility_score is missing: 0.5 assumed";

  public Optional<Double> saidFeasibility() {
    return parseNotes.contains(FEASIBILITY_UNSAID)
        ? Optional.empty()
        : Optional.of(feasibilityScore);
  }

  /** The same of an analyst that was shown a ledger: what it did not vote on it did not confirm. */
  public Analysis shownLedger() {
    return ballot.isPresent() ? this : withBallot(Optional.of(Ballot.EMPTY));
  }

  /** Whether there is nothing in it that could be compared with another. */
  public boolean saysNothing() {
    return findings.isEmpty()
        && implementationApproaches.isEmpty()
        && technicalConcerns.isEmpty()
        && codeLocations.isEmpty()
        && faults.isEmpty()
        && ballot.isEmpty();
  }
}
