package dev.conclave.workflows.discussion;

import dev.conclave.workflows.model.DocumentRef;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a round; less than 256 KiB as JSON.
 *
 * @param ledger after the round, at most {@link Ledger#BYTES}
 * @param solutions the best three, best first
 * @param alsoConsidered names of the others, each with the reason
 * @param notCrossVerified whether there was no comparison: a needed moderation is missing, or there
 *     were fewer than two voters
 * @param alpha inter-rater agreement over all votes (Krippendorff's alpha, at most 1); empty if
 *     fewer than three entries have two votes
 * @param prose agents whose replies were not JSON, so that only lines could be extracted
 * @param review outcome of a review; null for a discussion of a task
 * @param degraded whether no voter analyzed
 */
public record Synthesis(
    int round,
    Ledger ledger,
    List<Solution> solutions,
    List<String> alsoConsidered,
    Convergence convergence,
    List<Ledger.Question> questions,
    List<String> voters,
    boolean notCrossVerified,
    Optional<Double> alpha,
    CitationCheck places,
    List<String> prose,
    boolean degraded,
    DocumentRef document,
    @Nullable ReviewOutcome review) {

  /** Summarizes points and conflicts in the first of these languages. */
  public CrossVerification crossVerification(List<String> languages) {
    return CrossVerification.of(ledger, languages);
  }
}
