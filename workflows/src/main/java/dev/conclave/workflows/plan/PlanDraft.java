package dev.conclave.workflows.plan;

import dev.conclave.workflows.api.Plan;
import dev.conclave.workflows.api.PlanTask;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A plan waiting for confirmation.
 *
 * @param errors of its checks; empty if it passes
 * @param author the agent that wrote it, or {@code rules} for a degraded plan
 * @param passedOver for each planner tried before the author, why it produced no valid plan
 * @param changes says that the human's requested change was not made; empty if it was, or if none
 *     was requested
 * @param unsettled what was still open in the discussion when the solution was approved
 * @param warnings of its checks; a plan with warnings passes
 * @param revised the tasks that the last requested change added, removed or changed
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
    List<String> warnings,
    List<String> revised)
    implements PlanDraftBuilder.With {
  private static final int ITEMS = 5;
  private static final int TEXT = 200;

  /** Returns this plan with the note that no planner made the requested change. */
  PlanDraft unchanged(List<String> reasons) {
    String change = "no planner could make your change; the plan is unchanged";
    return withPassedOver(List.copyOf(reasons)).withChanges(List.of(change));
  }

  /** Returns this plan with the tasks in which it differs from the plan before it. */
  PlanDraft revising(Plan before) {
    Map<String, PlanTask> old = byId(before);
    Map<String, PlanTask> now = byId(plan);
    List<String> changed = new ArrayList<>();
    now.forEach(
        (id, task) -> {
          if (!task.equals(old.get(id))) {
            changed.add((old.containsKey(id) ? "changed " : "added ") + named(task));
          }
        });
    old.forEach(
        (id, task) -> {
          if (!now.containsKey(id)) {
            changed.add("removed " + named(task));
          }
        });
    return withRevised(some(changed));
  }

  private static Map<String, PlanTask> byId(Plan plan) {
    Map<String, PlanTask> tasks = new LinkedHashMap<>();
    plan.tasks().forEach(task -> tasks.put(task.id(), task));
    return tasks;
  }

  private static String named(PlanTask task) {
    return task.id() + " " + task.title();
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

  /** Returns what the human should know before confirming, one sentence per note. */
  public List<Note> notes() {
    List<Note> account = new ArrayList<>();
    String written = Words.counted(plan.tasks().size(), "task") + ", written by " + author;
    account.add(Note.of(NoteKind.SUBJECT, written));
    changes.forEach(change -> account.add(Note.warning(change)));
    if (plan.degraded()) {
      account.add(
          Note.warning(
              NoteKind.DEGRADED, "degraded: built by rules from the option, without a planner"));
    }
    list("left out (out of scope)", plan.leftOut())
        .ifPresent(out -> account.add(Note.warning(out)));
    some(passedOver).forEach(why -> account.add(Note.warning(why)));
    some(errors).forEach(error -> account.add(Note.warning("fails a check: " + error)));
    some(warnings).forEach(check -> account.add(Note.warning("check this yourself: " + check)));
    Stream.of(
            list("included", terms.scope().included()), list("excluded", terms.scope().excluded()))
        .flatMap(Optional::stream)
        .forEach(scope -> account.add(Note.of(NoteKind.DETAIL, scope)));
    for (int number = 1; number <= terms.constraints().size(); number++) {
      account.add(constraint(terms.constraints().get(number - 1), plan.tasksForConstraint(number)));
    }
    return account;
  }

  /** Quotes the planner's claim: no rule can check whether a task keeps a constraint. */
  private Note constraint(String text, List<String> tasks) {
    String constraint = "constraint \"" + Cut.shorten(text, TEXT) + "\": ";
    if (tasks.isEmpty()) {
      return Note.warning(
          constraint
              + (plan.degraded()
                  ? "rules cannot check it; check it yourself"
                  : "the planner assigns no task to it"));
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
        new ArrayList<>(texts.stream().limit(ITEMS).map(text -> Cut.shorten(text, TEXT)).toList());
    if (texts.size() > ITEMS) {
      shown.add("… and " + (texts.size() - ITEMS) + " more");
    }
    return shown;
  }
}
