package dev.conclave.workflows.plan;

import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.session.RoundRecord;
import java.util.Optional;

/**
 * A round: the answer of query {@code round}, and what {@code show --round} prints.
 *
 * @param synthesis in full; in the query for the last round only: earlier ones are documents of a
 *     host
 */
public record RoundView(RoundRecord record, Optional<Synthesis> synthesis, String file) {

  /**
   * One round of a session; the last when the number is 0.
   *
   * @throws IllegalArgumentException when there is no such round; the message says which there are
   */
  public static RoundView of(PlanState state, int number) {
    int over = state.rounds().size();
    int wanted = number == 0 ? over : number;
    if (wanted < 1 || wanted > over) {
      throw new IllegalArgumentException(
          over == 0
              ? "no round is over yet"
              : "there is no round " + number + "; rounds 1 to " + over + " are over");
    }
    return new RoundView(
        state.rounds().get(wanted - 1),
        wanted == over ? state.last() : Optional.empty(),
        "rounds/" + wanted + "/synthesis.json");
  }
}
