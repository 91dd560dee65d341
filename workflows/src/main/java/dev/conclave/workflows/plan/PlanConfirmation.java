package dev.conclave.workflows.plan;

import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.AnswerOutcome;
import dev.conclave.workflows.gate.GateAnswer;
import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.gate.Gates.TakenAnswer;
import dev.conclave.workflows.session.FolderProjection;
import dev.conclave.workflows.session.GateKeeper;
import dev.conclave.workflows.temporal.Bounds;
import java.util.List;
import java.util.Optional;

/** The phases after a plan is drafted: confirmed by the human, and handed off. */
final class PlanConfirmation {
  private final PlanState session;
  private final GateKeeper gates;
  private final PlanDrafting drafting;
  private final FolderProjection folder;

  PlanConfirmation(
      PlanState session, GateKeeper gates, PlanDrafting drafting, FolderProjection folder) {
    this.session = session;
    this.gates = gates;
    this.drafting = drafting;
    this.folder = folder;
  }

  Phase confirm() {
    Optional<TakenAnswer> taken =
        gates.answer(GateType.CONFIRMATION, () -> PlanGateContents.confirmation(session));
    if (taken.isEmpty()) {
      return session.phase();
    }
    GateAnswer answer = taken.get().answer();
    if (answer.kind() == AnswerKind.EXECUTE) {
      return execute(taken.get());
    }
    session.drift = List.of();
    session.record(taken.get());
    return switch (answer.kind()) {
      case MODIFY -> {
        session.feedback = answer.text();
        yield Phase.GENERATING_PLAN;
      }
      case BACK -> Phase.AWAITING_DECISION;
      case SAVE -> {
        session.ending(
            withheld()
                + "saved; look at it with `conclave show "
                + session.session()
                + " --plan`, go on with `conclave resume "
                + session.session()
                + "`");
        yield Phase.SAVED;
      }
      default -> PlanWorkflowImpl.cancelled(session, answer);
    };
  }

  private String withheld() {
    return session.request().yes()
        ? PlanGates.whyWithheld(session).map(why -> "not handed off: " + why + "; ").orElse("")
        : "";
  }

  /** A plan is handed off when it still fits the workspace, or the human takes it all the same. */
  private Phase execute(TakenAnswer taken) {
    PlanDraft draft = session.plan.orElseThrow();
    Optional<List<String>> checked = gates.unlessAnswered(() -> drafting.drifted(draft));
    if (checked.isEmpty()) {
      return session.phase();
    }
    List<String> drift = Bounds.paths(checked.get());
    if (!drift.isEmpty() && !taken.answer().acceptDrift().orElse(false)) {
      session.gates().settle(taken.key(), AnswerOutcome.REOPENED);
      session.drift = drift;
      return Phase.AWAITING_CONFIRMATION;
    }
    session.drift = List.of();
    session.record(taken);
    session.gates().settle(taken.key(), AnswerOutcome.ACCEPTED);
    drift.forEach(gone -> session.note("drift accepted: " + gone));
    return Phase.EXECUTING;
  }

  /** The executor reads files, so they must be there before the session says it is complete. */
  Phase handOff() {
    session.ending(
        folder
            .awaitWritten()
            .map(reason -> "the plan is confirmed, but its files were not written: " + reason)
            .orElse("the plan is written and handed off"));
    return Phase.COMPLETE;
  }
}
