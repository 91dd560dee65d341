package dev.conclave.workflows.plan.phase;

import dev.conclave.workflows.asking.Asking;
import dev.conclave.workflows.asking.Documents;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.GateAnswer;
import dev.conclave.workflows.hosting.Hosting;
import dev.conclave.workflows.hosting.Projection;
import dev.conclave.workflows.plan.Phase;
import dev.conclave.workflows.steering.BudgetWatch;
import dev.conclave.workflows.steering.Offer;
import dev.conclave.workflows.steering.Stopping;
import dev.conclave.workflows.steering.Telling;
import dev.conclave.workflows.steering.Waiting;

/** Which phase does what: the table of contents of a planning session. */
final class Phases {
  private final Preparation preparation;
  private final Deliberation deliberation;
  private final Conclusion conclusion;

  Phases(
      PlanSession session,
      Hosting hosting,
      Projection projection,
      Telling telling,
      Stopping stopping) {
    Offer offer = new PlanOffer(session);
    Waiting waiting = new Waiting(session, telling, stopping, offer);
    Documents documents = new Documents(session, hosting);
    Recalled recalled = new Recalled(session, documents);
    Asking asking =
        new Asking(session, new BudgetWatch(session, waiting, stopping, offer), hosting, documents);
    preparation = new Preparation(session, hosting);
    deliberation =
        new Deliberation(
            session,
            waiting,
            hosting,
            new Rounds(session, hosting, documents, recalled, asking, waiting::decideNow));
    conclusion =
        new Conclusion(
            session, waiting, new Drafting(session, hosting, recalled, asking), projection);
  }

  /** Runs a phase and returns the next; the same phase again when the run is to be continued. */
  Phase next(Phase phase) {
    if (phase == Phase.ANALYZING || phase == Phase.GENERATING_PLAN) {
      preparation.listAgentsAgain();
    }
    return switch (phase) {
      case INITIALIZING -> preparation.openWorkspace();
      case CONTEXT_GATHERING -> preparation.gatherContext();
      case ANALYZING -> deliberation.analyze();
      case AWAITING_CLARIFICATION -> deliberation.clarify();
      case AWAITING_DECISION -> deliberation.decide();
      case GENERATING_PLAN -> conclusion.draftPlan();
      case AWAITING_CONFIRMATION -> conclusion.confirm();
      case EXECUTING -> conclusion.handOff();
      case COMPLETE, SAVED, CANCELLED, FAILED -> phase;
    };
  }

  /** The human cancelled at a gate. */
  static Phase cancelled(PlanSession session, GateAnswer answer) {
    if (answer.kind() != AnswerKind.CANCEL) {
      throw new IllegalStateException("no such answer at this gate: " + answer.kind());
    }
    session.ending("cancelled by " + answer.by().orElse("unknown"));
    return Phase.CANCELLED;
  }
}
