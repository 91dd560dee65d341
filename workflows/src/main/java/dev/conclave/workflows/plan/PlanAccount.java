package dev.conclave.workflows.plan;

import dev.conclave.workflows.api.Plan;
import dev.conclave.workflows.api.PlanTerms;
import dev.conclave.workflows.gate.GateContent;
import dev.conclave.workflows.temporal.Cut;
import java.util.ArrayList;
import java.util.List;

/**
 * What a person has to know of a plan before confirming it: what the wish changed, what was set for
 * it and where it is kept, what its checks found, and who could not write it. Pure.
 */
public final class PlanAccount {
  private static final int ITEMS = 5;
  private static final int TEXT = 200;

  private PlanAccount() {}

  /** The account in sentences. */
  public static List<String> of(PlanDraft draft) {
    Plan plan = draft.plan();
    List<String> account = new ArrayList<>();
    int tasks = plan.tasks().size();
    account.add(tasks + (tasks == 1 ? " task" : " tasks") + ", written by " + draft.author());
    account.addAll(draft.changes());
    if (plan.degraded()) {
      account.add("degraded: made by rules from the solution, no planner stands behind it");
    }
    if (!plan.leftOut().isEmpty()) {
      account.add(
          "left out, as nothing of it is in scope: " + String.join(", ", some(plan.leftOut())));
    }
    account.addAll(some(draft.passedOver()));
    some(draft.errors()).forEach(error -> account.add("fails a check: " + error));
    some(draft.warnings()).forEach(warning -> account.add("check it yourself: " + warning));
    account.addAll(terms(plan, draft.terms()));
    return List.copyOf(account);
  }

  /** The terms, as whoever approved the solution set them. */
  private static List<String> terms(Plan plan, PlanTerms terms) {
    List<String> lines = new ArrayList<>();
    scope(lines, "included", terms.scope().included());
    scope(lines, "excluded", terms.scope().excluded());
    for (int number = 1; number <= terms.constraints().size(); number++) {
      String text = Cut.shown(terms.constraints().get(number - 1), TEXT);
      List<String> tasks = plan.constrained(number);
      lines.add(
          "constraint \""
              + text
              + "\": "
              + (tasks.isEmpty()
                  ? untold(plan)
                  : "the planner says that " + String.join(", ", tasks) + keeps(tasks)));
    }
    return lines;
  }

  /** Its word is not checked: a rule cannot read whether a task keeps what is wanted. */
  private static String keeps(List<String> tasks) {
    return tasks.size() == 1 ? " keeps it" : " keep it";
  }

  /** Rules paste the words of a constraint; whether a task keeps it they cannot know. */
  private static String untold(Plan plan) {
    return plan.degraded() ? GateContent.UNSHOWN : GateContent.UNKEPT;
  }

  private static void scope(List<String> lines, String what, List<String> texts) {
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
