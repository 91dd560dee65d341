package dev.conclave.workflows.plan.phase;

import dev.conclave.workflows.discussion.Convergence;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.plan.RoundRecord;
import java.util.List;
import java.util.Optional;

/**
 * A round as the state remembers it, in the shape of its document: what a prompt tells of it when
 * the document itself is on a host that is gone. Pure.
 */
record Recollection(
    Convergence convergence, Verification crossVerification, List<Named> solutions) {

  /** What was said of points. */
  record Verification(List<Open> disagreements) {}

  /** A point on which the agents did not agree. */
  record Open(String topic, boolean open) {}

  /** An option of which only the name is known. */
  record Named(String name) {}

  /** The last round, which the state has in full; of an earlier one what its record holds. */
  static Object of(RoundRecord round, Optional<Synthesis> last) {
    return last.filter(synthesis -> synthesis.round() == round.number())
        .<Object>map(synthesis -> synthesis)
        .orElseGet(
            () ->
                new Recollection(
                    round.convergence(),
                    new Verification(
                        round.openDisagreements().stream()
                            .map(topic -> new Open(topic, true))
                            .toList()),
                    round.solutions().stream().map(Named::new).toList()));
  }
}
