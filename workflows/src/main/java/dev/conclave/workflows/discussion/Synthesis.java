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
 * @param alsoConsidered names of the rest, each with the reason why it is not among them
 * @param notCrossVerified whether nobody could compare: no moderation where it was needed, or fewer
 *     than two voters
 * @param alpha inter-rater agreement over all votes (Krippendorff's alpha, at most 1); empty when
 *     fewer than three entries have two votes
 * @param prose agents of whose replies only lines could be picked out, as they were no JSON
 * @param review what reviewers have found; null for a discussion of a task
 * @param degraded whether no voter was among the analyses
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
    CitedPlaces places,
    List<String> prose,
    boolean degraded,
    DocumentRef document,
    @Nullable ReviewOutcome review) {

  /** Points and conflicts as pages show them, in the first of these languages. */
  public CrossVerification crossVerification(List<String> languages) {
    return CrossVerification.of(ledger, languages);
  }
}
