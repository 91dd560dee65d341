package dev.conclave.workflows.session;

import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.temporal.SearchAttributes;
import dev.conclave.workflows.temporal.Words;
import io.temporal.workflow.Workflow;
import java.util.Optional;

/**
 * Tells where the session stands: search attributes for lists, current details for the UI,
 * notifications for people elsewhere.
 */
public final class Telling {
  private final Session session;
  private final Notifying people;
  private String told = "";

  public Telling(Session session, Hosting hosting) {
    this.session = session;
    people = new Notifying(session, hosting);
  }

  /** Those who are elsewhere. */
  public Notifying people() {
    return people;
  }

  /** Tells it; nothing enters history when nothing changed. */
  public void tell() {
    people.takeBackStale();
    Optional<Gate> gate = session.gates().open();
    String awaiting = gate.map(g -> Words.of(g.type())).orElse("none");
    String now = session.standing() + "/" + session.round() + "/" + awaiting;
    if (session.request().searchAttributes() && !now.equals(told)) {
      Workflow.upsertTypedSearchAttributes(
          SearchAttributes.PHASE.valueSet(session.standing()),
          SearchAttributes.ROUND.valueSet((long) session.round()),
          SearchAttributes.AWAITING.valueSet(awaiting),
          SearchAttributes.REPO.valueSet(
              session
                  .whereabouts()
                  .workspace()
                  .map(w -> SearchAttributes.cut(w.key()))
                  .orElse("unknown")));
      told = now;
    }
    session.showDetails();
  }
}
