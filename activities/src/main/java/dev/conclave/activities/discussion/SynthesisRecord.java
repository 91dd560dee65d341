package dev.conclave.activities.discussion;

import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.Concern;
import dev.conclave.workflows.discussion.Convergence;
import dev.conclave.workflows.discussion.CrossVerification;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.document.DocumentRef;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Everything a round came to, unbounded: the JSON document behind a {@link
 * dev.conclave.workflows.discussion.Synthesis}, from which the round's artifact is rendered.
 *
 * @param session workflow id
 * @param task the user's words
 * @param tree id of the tree that was analysed
 * @param languages of the artifacts
 * @param started when the round began
 * @param finished when its last call ended; {@code started} when no call has a receipt
 * @param runs every attempt of the round
 * @param analyses in full, in order of the agents' names
 * @param evidence the verdict on every cited place
 * @param crossVerification in full; its texts are English
 * @param solutions the best three in full, best first
 * @param alsoConsidered the rest in full, best first
 * @param convergence its rationale is English
 * @param rationale the same sentence in both languages
 * @param questions for the human, at most 4
 * @param concerns of this direction that are put to the human, answered or not
 * @param resolution how disagreements stand, in both languages
 * @param context the context package
 * @param feedback what a human said before this round
 * @param newFindings statements of the groups that no earlier round had
 * @param degraded whether no voter was among the analyses
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
    List<CitedPlace> evidence,
    CrossVerification crossVerification,
    List<Solution> solutions,
    List<Solution> alsoConsidered,
    Convergence convergence,
    Label rationale,
    List<Label> questions,
    List<Concern> concerns,
    Label resolution,
    Optional<DocumentRef> context,
    Optional<String> feedback,
    List<String> newFindings,
    boolean degraded) {
  public SynthesisRecord {
    // A record that was kept before they were has none.
    concerns = concerns == null ? List.of() : concerns;
  }
}
