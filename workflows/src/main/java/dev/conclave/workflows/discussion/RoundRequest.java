package dev.conclave.workflows.discussion;

import dev.conclave.workflows.document.DocumentRef;
import dev.conclave.workflows.gate.Clarification;
import dev.conclave.workflows.workspace.Workspace;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What one round is synthesized from.
 *
 * @param analyses documents of {@link Analysis}, one for each agent that answered
 * @param runs every attempt of the round
 * @param earlierFindings opaque fingerprints of the findings of earlier rounds, as those rounds'
 *     outcomes gave them; empty for the first round or after a new direction
 * @param firstOfDirection whether no round of this direction came before
 * @param context the context package; absent when there is none
 * @param feedback what a human said before this round
 * @param started when the round began
 * @param answered questions that the human has answered in this direction, as they were asked
 * @param clarifications what the human said in this direction
 * @param concerns that earlier rounds of this direction put to the human
 */
public record RoundRequest(
    String session,
    String task,
    int round,
    Workspace workspace,
    String tree,
    List<DocumentRef> analyses,
    List<AgentRun> runs,
    List<String> earlierFindings,
    boolean firstOfDirection,
    Optional<DocumentRef> context,
    Optional<String> feedback,
    List<String> languages,
    Instant started,
    List<String> answered,
    List<Clarification> clarifications,
    List<Concern> concerns) {
  public RoundRequest {
    // A request that was made before they were carried on has none.
    concerns = concerns == null ? List.of() : concerns;
  }
}
