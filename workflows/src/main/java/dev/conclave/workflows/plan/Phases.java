package dev.conclave.workflows.plan;

import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.GateAnswer;
import java.util.Optional;

/** Which phase does what: the table of contents of a planning session. */
final class Phases {
  private final Preparation preparation;
  private final Deliberation deliberation;
  private final Conclusion conclusion;

  Phases(
      Session session, Hosting hosting, Projection projection, Telling telling, Stopping stopping) {
    Waiting waiting = new Waiting(session, telling, stopping);
    Documents documents = new Documents(session, hosting);
    Asking asking =
        new Asking(session, new BudgetWatch(session, waiting, stopping), hosting, documents);
    preparation = new Preparation(session, hosting);
    deliberation =
        new Deliberation(
            session,
            waiting,
            hosting,
            new Rounds(session, hosting, documents, asking, waiting::decideNow));
    conclusion =
        new Conclusion(
            session, waiting, new Drafting(session, hosting, documents, asking), projection);
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
  static Phase cancelled(Session session, GateAnswer answer) {
    if (answer.kind() != AnswerKind.CANCEL) {
      throw new IllegalStateException("no such answer at this gate: " + answer.kind());
    }
    session.ending = Optional.of("cancelled by " + answer.by().orElse("unknown"));
    return Phase.CANCELLED;
  }
}
