package dev.conclave.workflows.plan;

import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.session.RoundRecord;
import java.util.Optional;

/**
 * The result of query {@code round} and of {@code show --round}.
 *
 * @param synthesis in the query only for the last round; earlier ones are documents on a host
 */
public record RoundView(RoundRecord record, Optional<Synthesis> synthesis, String file) {

  /**
   * Returns a round of a session; the last one for 0.
   *
   * @throws IllegalArgumentException if the round does not exist; the message gives the valid range
   */
  public static RoundView of(PlanState state, int number) {
    int over = state.rounds().size();
    int wanted = number == 0 ? over : number;
    if (wanted < 1 || wanted > over) {
      throw new IllegalArgumentException(
          over == 0
              ? "no round is complete yet"
              : "there is no round " + number + "; complete rounds: 1 to " + over);
    }
    return new RoundView(
        state.rounds().get(wanted - 1),
        wanted == over ? state.last() : Optional.empty(),
        "rounds/" + wanted + "/synthesis.json");
  }
}
