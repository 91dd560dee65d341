package dev.conclave.workflows.plan;

import dev.conclave.workflows.api.DocumentRef;
import dev.conclave.workflows.session.ReplyDocuments;
import java.util.Optional;

/**
 * The documents of the last round and of the plan, on the host that the session has now: what a
 * move left behind is kept there anew from what the state still knows.
 */
final class RoundDocuments {
  private final PlanState session;
  private final ReplyDocuments documents;

  RoundDocuments(PlanState session, ReplyDocuments documents) {
    this.session = session;
    this.documents = documents;
  }

  /**
   * The document of the last round, whose field {@code ledger} is the ledger; absent in the first
   * round of a direction, and after one to which nobody said anything.
   */
  Optional<DocumentRef> ledger() {
    return session.lastOfDirection().isEmpty() ? Optional.empty() : round();
  }

  /** The document of the last round, of an earlier direction too. */
  Optional<DocumentRef> round() {
    if (session.rounds.isEmpty() || session.last.isEmpty()) {
      return Optional.empty();
    }
    RoundRecord round = session.lastRound();
    if (round.number() <= session.roundsElsewhere()
        && !session.recalled.containsKey(round.number())) {
      DocumentRef kept =
          documents.kept(session.last.orElseThrow(), "recall round " + round.number());
      session.recalled.put(round.number(), kept);
    }
    return Optional.of(session.recalled.getOrDefault(round.number(), round.synthesis()));
  }

  /**
   * The plan that awaits confirmation; kept again after a move, which costs nothing if it is there.
   */
  Optional<DocumentRef> plan() {
    return session.plan.map(
        draft ->
            session.roundsElsewhere() == 0
                ? draft.document()
                : documents.kept(draft.plan(), "keep the plan"));
  }
}
