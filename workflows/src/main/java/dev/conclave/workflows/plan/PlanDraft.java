package dev.conclave.workflows.plan;

import dev.conclave.workflows.api.Plan;
import dev.conclave.workflows.api.PlanTerms;
import dev.conclave.workflows.gate.Answer.Approve;
import dev.conclave.workflows.gate.Answer.CodeReview;
import dev.conclave.workflows.gate.Answer.ExecutionMethod;
import dev.conclave.workflows.gate.Decision;
import dev.conclave.workflows.gate.Note;
import dev.conclave.workflows.gate.Note.NoteKind;
import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.session.SessionView.PlanLine;
import dev.conclave.workflows.text.Cut;
import dev.conclave.workflows.text.Words;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The plan that awaits confirmation.
 *
 * @param errors what its checks say; empty when it passes
 * @param author the agent that wrote it, or {@code rules} for a degraded one
 * @param passedOver why each planner that was asked before its author gave no plan that passes
 * @param changes that the human's wish was not followed; empty when it was, or there was none
 * @param unsettled what the discussion had left open when its solution was approved
 * @param warnings what its checks would have otherwise; it passes all the same
 */
@RecordBuilder
public record PlanDraft(
    Plan plan,
    DocumentRef document,
    List<String> errors,
    String author,
    int repairs,
    String tree,
    PlanTerms terms,
    List<String> passedOver,
    List<String> changes,
    List<String> unsettled,
    Instant drafted,
    List<String> warnings)
    implements PlanDraftBuilder.With {
  private static final int ITEMS = 5;
  private static final int TEXT = 200;

  /** The same, which stays because no planner made the change that was asked for. */
  PlanDraft unchanged(List<String> reasons) {
    String change = "no planner made the change that you asked for; this is the plan as it was";
    return withPassedOver(List.copyOf(reasons)).withChanges(List.of(change));
  }

  PlanLine line(List<Decision> decisions) {
    Optional<Approve> approval = Decision.approved(decisions);
    return new PlanLine(
        plan.summary(),
        plan.tasks().size(),
        plan.degraded(),
        errors,
        unsettled,
        approval.flatMap(Approve::executionMethod).orElse(ExecutionMethod.AGENT),
        approval.flatMap(Approve::codeReview).orElse(CodeReview.SKIP));
  }

  /** What a person has to know before confirming it, in sentences. */
  public List<Note> account() {
    List<Note> account = new ArrayList<>();
    String written = Words.counted(plan.tasks().size(), "task") + ", written by " + author;
    account.add(Note.of(NoteKind.SUBJECT, written));
    changes.forEach(change -> account.add(Note.warning(change)));
    if (plan.degraded()) {
      account.add(
          Note.warning(
              NoteKind.DEGRADED,
              "degraded: rules made this plan from the solution, no agent planned it"));
    }
    list("left out because nothing of it is in scope", plan.leftOut())
        .ifPresent(out -> account.add(Note.warning(out)));
    some(passedOver).forEach(why -> account.add(Note.warning(why)));
    some(errors).forEach(error -> account.add(Note.warning("fails a check: " + error)));
    some(warnings).forEach(check -> account.add(Note.warning("check it yourself: " + check)));
    Stream.of(
            list("included", terms.scope().included()), list("excluded", terms.scope().excluded()))
        .flatMap(Optional::stream)
        .forEach(scope -> account.add(Note.of(NoteKind.DETAIL, scope)));
    for (int number = 1; number <= terms.constraints().size(); number++) {
      account.add(constraint(terms.constraints().get(number - 1), plan.constrained(number)));
    }
    return account;
  }

  /** The planner's word: no rule can check whether a task keeps a constraint. */
  private Note constraint(String text, List<String> tasks) {
    String constraint = "constraint \"" + Cut.shown(text, TEXT) + "\": ";
    if (tasks.isEmpty()) {
      return Note.warning(
          constraint
              + (plan.degraded()
                  ? "rules cannot tell whether the plan keeps it; check it yourself"
                  : "the planner names no task for it"));
    }
    String named = String.join(", ", tasks);
    String keeps = tasks.size() == 1 ? "keeps" : "keep";
    return Note.of(
        NoteKind.DETAIL, constraint + "the planner says that %s %s it".formatted(named, keeps));
  }

  private static Optional<String> list(String what, List<String> texts) {
    return Optional.of(what + ": " + String.join(", ", some(texts)))
        .filter(any -> !texts.isEmpty());
  }

  private static List<String> some(List<String> texts) {
    List<String> shown =
        new ArrayList<>(texts.stream().limit(ITEMS).map(text -> Cut.shown(text, TEXT)).toList());
    if (texts.size() > ITEMS) {
      shown.add("… and " + (texts.size() - ITEMS) + " more");
    }
    return shown;
  }
}
