package dev.conclave.workflows.plan;

import dev.conclave.workflows.api.Plan;
import dev.conclave.workflows.api.PlanTerms;
import dev.conclave.workflows.gate.Decision;
import dev.conclave.workflows.gate.GateAnswer;
import dev.conclave.workflows.gate.GateAnswer.CodeReview;
import dev.conclave.workflows.gate.GateAnswer.ExecutionMethod;
import dev.conclave.workflows.gate.GateContent;
import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.session.SessionView.PlanLine;
import dev.conclave.workflows.text.Cut;
import dev.conclave.workflows.text.Words;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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
    Optional<Instant> drafted,
    List<String> warnings) {
  private static final int ITEMS = 5;
  private static final int TEXT = 200;

  /** The same, with why the planners before its author gave no plan. */
  PlanDraft passing(List<String> reasons) {
    return with(reasons, changes);
  }

  /** The same, which stays because no planner made the change that was asked for. */
  PlanDraft unchanged(List<String> reasons) {
    String change = "no planner made the change that you asked for; this is the plan as it was";
    return with(reasons, List.of(change));
  }

  private PlanDraft with(List<String> reasons, List<String> unmade) {
    return new PlanDraft(
        plan, document, errors, author, repairs, tree, terms, reasons, unmade, unsettled, drafted,
        warnings);
  }

  PlanLine line(List<Decision> decisions) {
    Optional<GateAnswer> approval = Decision.approval(decisions).map(Decision::answer);
    return new PlanLine(
        plan.summary(),
        plan.tasks().size(),
        plan.degraded(),
        errors,
        unsettled,
        approval.flatMap(GateAnswer::executionMethod).orElse(ExecutionMethod.AGENT),
        approval.flatMap(GateAnswer::codeReview).orElse(CodeReview.SKIP));
  }

  /** What a person has to know before confirming it, in sentences. */
  public List<String> account() {
    List<String> account = new ArrayList<>();
    account.add(Words.counted(plan.tasks().size(), "task") + ", written by " + author);
    account.addAll(changes);
    if (plan.degraded()) {
      account.add("degraded: rules made this plan from the solution, no agent planned it");
    }
    list(account, "left out because nothing of it is in scope", plan.leftOut());
    account.addAll(some(passedOver));
    some(errors).forEach(error -> account.add("fails a check: " + error));
    some(warnings).forEach(warning -> account.add("check it yourself: " + warning));
    list(account, "included", terms.scope().included());
    list(account, "excluded", terms.scope().excluded());
    for (int number = 1; number <= terms.constraints().size(); number++) {
      String text = Cut.shown(terms.constraints().get(number - 1), TEXT);
      account.add("constraint \"" + text + "\": " + kept(plan.constrained(number)));
    }
    return account;
  }

  /** The planner's word: no rule can check whether a task keeps a constraint. */
  private String kept(List<String> tasks) {
    if (tasks.isEmpty()) {
      return plan.degraded() ? GateContent.UNSHOWN : GateContent.UNKEPT;
    }
    return "the planner says that %s %s it"
        .formatted(String.join(", ", tasks), tasks.size() == 1 ? "keeps" : "keep");
  }

  private static void list(List<String> lines, String what, List<String> texts) {
    if (!texts.isEmpty()) {
      lines.add(what + ": " + String.join(", ", some(texts)));
    }
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
