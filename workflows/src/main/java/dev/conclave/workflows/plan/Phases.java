package dev.conclave.workflows.plan;

import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.GateAnswer;
import dev.conclave.workflows.session.Asking;
import dev.conclave.workflows.session.Course;
import dev.conclave.workflows.session.Documents;
import dev.conclave.workflows.session.Equipment;
import dev.conclave.workflows.session.Hosting;
import dev.conclave.workflows.session.Site;
import dev.conclave.workflows.session.Waiting;

/** Which phase does what: the table of contents of a planning session. */
final class Phases implements Course<Phase> {
  private final Preparation preparation;
  private final Deliberation deliberation;
  private final Conclusion conclusion;

  Phases(PlanSession session, Equipment equipment) {
    Hosting hosting = equipment.hosting();
    Site site = equipment.site();
    Waiting waiting = equipment.waiting();
    Asking asking = equipment.asking();
    Documents documents = equipment.documents();
    Recalled recalled = new Recalled(session, documents);
    preparation = new Preparation(session, hosting, site);
    deliberation =
        new Deliberation(
            session,
            waiting,
            hosting,
            new Rounds(session, hosting, site, documents, recalled, asking, waiting::decideNow));
    conclusion =
        new Conclusion(
            session,
            waiting,
            new Drafting(session, hosting, site, recalled, asking),
            equipment.projection());
  }

  @Override
  public Phase next(Phase phase) {
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

  @Override
  public Phase saved() {
    return Phase.SAVED;
  }

  @Override
  public Phase cancelled() {
    return Phase.CANCELLED;
  }

  @Override
  public Phase failed() {
    return Phase.FAILED;
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
