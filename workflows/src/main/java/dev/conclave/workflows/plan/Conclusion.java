package dev.conclave.workflows.plan;

import dev.conclave.workflows.discussion.Scope;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.gate.Accepted;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.AnswerOutcome;
import dev.conclave.workflows.gate.GateAnswer;
import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.gate.Gates.TakenAnswer;
import dev.conclave.workflows.session.Projection;
import dev.conclave.workflows.session.Waiting;
import dev.conclave.workflows.temporal.Bounds;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The phases after the decision: the plan drafted, confirmed and handed off. */
final class Conclusion {
  private final PlanSession session;
  private final Waiting waiting;
  private final Drafting drafting;
  private final Projection projection;

  Conclusion(PlanSession session, Waiting waiting, Drafting drafting, Projection projection) {
    this.session = session;
    this.waiting = waiting;
    this.drafting = drafting;
    this.projection = projection;
  }

  Phase draftPlan() {
    // To decide with what there was ended the discussion; whether the plan is paid for is asked
    // anew.
    waiting.decideNow(false);
    GateAnswer approval = Accepted.approval(session.decisions()).orElseThrow().answer();
    Solution solution = session.last.orElseThrow().solutions().get(session.selected.orElse(0));
    Optional<String> wish = session.feedback;
    Optional<PlanDraft> draft = drafting.draft(approval, solution, wish);
    // Only now: a session that is cancelled while it drafts keeps the wish for its resume.
    session.feedback = Optional.empty();
    if (draft.isEmpty()) {
      String reason = "no plan can be made of \"" + solution.name() + "\": " + empty(approval);
      if (session.request().yes()) {
        session.ending(reason);
        return Phase.FAILED;
      }
      session.note(reason);
      return Phase.AWAITING_DECISION;
    }
    session.plan = draft;
    return Phase.AWAITING_CONFIRMATION;
  }

  private static String empty(GateAnswer approval) {
    Scope scope = approval.scope().orElse(Scope.UNSAID);
    return scope.included().isEmpty() && scope.excluded().isEmpty()
        ? "it names neither files nor tasks"
        : "your scope leaves nothing of it but its tests, if that ("
            + Stream.of(said("included", scope.included()), said("excluded", scope.excluded()))
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining("; "))
            + "); approve with another one";
  }

  private static String said(String what, List<String> texts) {
    return texts.isEmpty() ? "" : what + ": " + String.join(", ", Bounds.paths(texts));
  }

  Phase confirm() {
    Optional<TakenAnswer> taken =
        waiting.answer(GateType.CONFIRMATION, () -> Shown.confirmation(session));
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
                + session.id()
                + " --plan`, go on with `conclave resume "
                + session.id()
                + "`");
        yield Phase.SAVED;
      }
      default -> Phases.cancelled(session, answer);
    };
  }

  private String withheld() {
    return session.request().yes()
        ? Withheld.reason(session).map(why -> "not handed off: " + why + "; ").orElse("")
        : "";
  }

  /** A plan is handed off when it still fits the workspace, or the human takes it all the same. */
  private Phase execute(TakenAnswer taken) {
    PlanDraft draft = session.plan.orElseThrow();
    Optional<List<String>> checked = waiting.unlessAnswered(() -> drafting.drifted(draft));
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
    projection.awaitWritten();
    session.ending(
        projection
            .failure()
            .map(reason -> "the plan is confirmed, but its files were not written: " + reason)
            .orElse("the plan is written and handed off"));
    return Phase.COMPLETE;
  }
}
