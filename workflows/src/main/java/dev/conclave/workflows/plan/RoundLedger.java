package dev.conclave.workflows.plan;

import dev.conclave.workflows.api.AskReply;
import dev.conclave.workflows.api.DocumentRef;
import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.discussion.DiscussionActivities;
import dev.conclave.workflows.discussion.DiscussionActivities.EnterRequest;
import dev.conclave.workflows.discussion.DiscussionActivities.Entered;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.session.HostCalls;
import dev.conclave.workflows.session.ReplyDocuments;
import dev.conclave.workflows.temporal.ActivityProfile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The ledger of a running round, on the host that the session has now: what was entered on a host
 * that is gone is entered again.
 */
final class RoundLedger {
  private final PlanState session;
  private final HostCalls host;
  private final ReplyDocuments documents;
  private final RoundDocuments recalled;

  /** Replies that are entered together, and every attempt of the round up to then. */
  private final List<List<AskReply>> batches = new ArrayList<>();

  private final List<List<AgentRun>> runs = new ArrayList<>();
  private final List<Entered> entered = new ArrayList<>();
  private String enteredOn = "";

  RoundLedger(
      PlanState session, HostCalls host, ReplyDocuments documents, RoundDocuments recalled) {
    this.session = session;
    this.host = host;
    this.documents = documents;
    this.recalled = recalled;
  }

  /** Enters replies; those before them stay as they are. */
  void enter(List<AskReply> replies, List<AgentRun> attempts) {
    batches.add(replies);
    runs.add(RoundRecord.fitted(attempts));
    entered();
  }

  /** Before the first reply of the round: what the round before left; empty in the first round. */
  Optional<DocumentRef> document() {
    return batches.isEmpty() ? recalled.ledger() : Optional.of(entered().ledger());
  }

  /** What entering has come to so far. */
  Entered entered() {
    while (isBehind() || entered.size() < batches.size()) {
      if (isBehind()) {
        enteredOn = session.opened().host();
        entered.clear();
      }
      next(entered.size()).ifPresent(entered::add);
    }
    return entered.get(entered.size() - 1);
  }

  /** Whether the session has moved away from where its replies were entered. */
  private boolean isBehind() {
    return !enteredOn.equals(session.opened().host());
  }

  /** Empty when the session has moved meanwhile. */
  private Optional<Entered> next(int batch) {
    return host.call(
        DiscussionActivities.class,
        ActivityProfile.RULES,
        "enter the replies · round " + session.round(),
        rules -> {
          List<DocumentRef> analyses = documents.analyses(batches.get(batch));
          Optional<DocumentRef> before =
              entered.isEmpty()
                  ? recalled.ledger()
                  : Optional.of(entered.get(entered.size() - 1).ledger());
          return isBehind()
              ? Optional.empty()
              : Optional.of(
                  rules.enter(
                      new EnterRequest(
                          session.round(),
                          session.opened(),
                          session.named().id(),
                          before,
                          session.last.map(Synthesis::ledger).orElse(Ledger.EMPTY).next(),
                          analyses,
                          runs.get(batch),
                          Clarifications.answers(session.decisions()))));
        });
  }
}
