package dev.conclave.activities.discussion;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import dev.conclave.activities.discussion.reply.ReplyBounds;
import dev.conclave.workflows.api.DocumentRef;
import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.CitedPlaces;
import dev.conclave.workflows.discussion.Convergence;
import dev.conclave.workflows.discussion.CrossVerification;
import dev.conclave.workflows.discussion.Label;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.temporal.Bounds;
import dev.conclave.workflows.temporal.WireMapper;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Everything a round came to, unbounded: the JSON document behind a {@link Synthesis}, from which
 * the round's artifact is rendered and the next round goes on.
 *
 * @param session workflow id; empty when only the session's state was left of the round
 * @param task the user's words
 * @param tree id of the tree that was analysed
 * @param languages of the artifacts
 * @param started when the round began
 * @param finished when its last call ended; {@code started} when no call has a receipt
 * @param runs every attempt of the round
 * @param analyses in full, in order of the agents' names
 * @param evidence the verdict on every cited place
 * @param ledger after the round, in full
 * @param leftOut what was wrong with the moderation, one sentence each
 * @param solutions the best three in full, best first
 * @param others the rest in full, best first
 * @param alsoConsidered names of the rest, each with the reason why it is not among the best
 * @param convergence its rationale is English
 * @param rationale the same sentence in both languages
 * @param questions for the human, at most 4
 * @param voters agents whose replies count
 * @param notCrossVerified whether nobody could compare the analyses
 * @param alpha Krippendorff's over all votes; 0 when there are too few
 * @param prose agents of whose replies only lines could be picked out
 * @param degraded whether no voter was among the analyses
 * @param context the context package
 * @param feedback what a human said before this round
 */
public record SynthesisRecord(
    String session,
    String task,
    int round,
    String tree,
    List<String> languages,
    Instant started,
    Instant finished,
    List<AgentRun> runs,
    List<Analysis> analyses,
    List<EvidenceRules.CitedPlace> evidence,
    Ledger ledger,
    List<String> leftOut,
    List<Solution> solutions,
    List<Solution> others,
    List<String> alsoConsidered,
    Convergence convergence,
    Label rationale,
    List<Ledger.Question> questions,
    List<String> voters,
    boolean notCrossVerified,
    double alpha,
    CitedPlaces places,
    List<String> prose,
    boolean degraded,
    Optional<DocumentRef> context,
    Optional<String> feedback) {
  /** What a history holds of it, in bytes of JSON. */
  static final int BYTES = 250 << 10;

  /** Entries of a list and characters of a text that options keep, until everything fits. */
  private static final int[][] MEASURES = {{12, 1_000}, {8, 400}, {6, 200}, {4, 100}, {4, 60}};

  /** Points and conflicts as files show them, in the session's first language. */
  public CrossVerification crossVerification() {
    return CrossVerification.of(ledger, languages);
  }

  /**
   * What a history holds of it: the ledger within its bound, and of the options as much as fits.
   *
   * @param document this record
   */
  public Synthesis synthesis(DocumentRef document) {
    Ledger bounded = LedgerRules.bounded(ledger);
    Synthesis fits = synthesis(document, bounded, solutions);
    for (int i = 0; i < MEASURES.length && Bounds.bytes(fits) > BYTES; i++) {
      fits = synthesis(document, bounded, cut(solutions, MEASURES[i][0], MEASURES[i][1]));
    }
    return fits;
  }

  /** The same with nothing cut, for people. */
  public Synthesis whole(DocumentRef document) {
    return synthesis(document, ledger, solutions);
  }

  private Synthesis synthesis(DocumentRef document, Ledger kept, List<Solution> options) {
    return new Synthesis(
        round,
        kept,
        options,
        alsoConsidered,
        convergence,
        questions,
        voters,
        notCrossVerified,
        alpha,
        places,
        prose,
        degraded,
        document);
  }

  private static List<Solution> cut(List<Solution> whole, int entries, int characters) {
    JsonNode tree = WireMapper.get().valueToTree(whole);
    return WireMapper.get()
        .convertValue(
            new ReplyBounds(entries, entries, characters).cut(tree, whole.size()),
            new TypeReference<List<Solution>>() {});
  }
}
