package dev.conclave.activities.discussion;

import dev.conclave.activities.discussion.convergence.Questions;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.CitedPlaces;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.document.DocumentRef;
import java.util.List;

/**
 * What a round came to.
 *
 * @param fingerprints of its findings, for the new-insight test of later rounds
 * @param places what became of those that were cited
 */
public record RoundFindings(SynthesisRecord record, List<String> fingerprints, CitedPlaces places) {

  /** The bounded outcome, its full record kept under a reference. */
  public Synthesis synthesis(DocumentRef document) {
    return SynthesisBound.fit(
        new Synthesis(
            record.round(),
            record
                .crossVerification()
                .with(
                    Questions.asked(
                        record.crossVerification().disagreements(),
                        record.questions(),
                        record.languages())),
            record.solutions(),
            record.alsoConsidered().stream().map(this::considered).toList(),
            record.convergence(),
            record.questions().stream().map(question -> question.in(record.languages())).toList(),
            fingerprints,
            places,
            record.analyses().stream().filter(Analysis::fallback).map(Analysis::tool).toList(),
            record.degraded(),
            record.concerns(),
            document));
  }

  /** Its name and score; one that no model proposed has its place whatever its score. */
  private String considered(Solution solution) {
    boolean byModel =
        record.analyses().stream()
            .anyMatch(
                analysis ->
                    Voters.byModel(analysis) && solution.sourceCli().contains(analysis.tool()));
    return solution.name()
        + " ("
        + Math.round(solution.score())
        + (byModel ? ")" : "; the built-in analyst's, so last)");
  }
}
