package dev.conclave.workflows.plan.phase;

import dev.conclave.workflows.asking.Documents;
import dev.conclave.workflows.document.DocumentRef;
import dev.conclave.workflows.plan.RoundRecord;
import java.util.Optional;

/**
 * The documents of earlier rounds and of the plan, on the host that the session has now: what a
 * move left behind is kept there anew from what the state still knows.
 */
final class Recalled {
  private final PlanSession session;
  private final Documents documents;

  Recalled(PlanSession session, Documents documents) {
    this.session = session;
    this.documents = documents;
  }

  /**
   * Sees to it that {@link PlanSession#synthesis} names a document of this host for every round.
   */
  void rounds() {
    for (RoundRecord round : session.roundsOfDirection()) {
      if (round.number() <= session.whereabouts().moves().rounds()
          && !session.recalled.containsKey(round.number())) {
        DocumentRef kept =
            documents.kept(Recollection.of(round, session.last), "recall round " + round.number());
        session.recalled.put(round.number(), kept);
      }
    }
  }

  /**
   * The plan that awaits confirmation; kept again after a move, which costs nothing if it is there.
   */
  Optional<DocumentRef> plan() {
    return session.plan.map(
        draft ->
            session.whereabouts().moves().rounds() == 0
                ? draft.document()
                : documents.kept(draft.plan(), "keep the plan"));
  }
}
