package dev.conclave.workflows.session;

import dev.conclave.workflows.temporal.SearchAttributes;
import dev.conclave.workflows.temporal.Words;
import io.temporal.workflow.Workflow;

/** Publishes where a session stands: search attributes for lists, current details for the UI. */
final class StatusPublisher {
  private final SessionState<?> session;
  private final Notifier notifier;
  private String published = "";

  StatusPublisher(SessionState<?> session, Notifier notifier) {
    this.session = session;
    this.notifier = notifier;
  }

  /** Publishes it; nothing enters history when nothing changed. */
  void publish() {
    notifier.takeBackStale();
    String phase = Words.of(session.phase());
    String awaiting = session.gates().open().map(gate -> Words.of(gate.type())).orElse("none");
    String now = phase + "/" + session.round() + "/" + awaiting;
    if (session.request().searchAttributes() && !now.equals(published)) {
      Workflow.upsertTypedSearchAttributes(
          SearchAttributes.PHASE.valueSet(phase),
          SearchAttributes.ROUND.valueSet((long) session.round()),
          SearchAttributes.AWAITING.valueSet(awaiting),
          SearchAttributes.REPO.valueSet(
              session.workspace().map(w -> SearchAttributes.cut(w.key())).orElse("unknown")));
      published = now;
    }
    session.showDetails();
  }
}
