package dev.conclave.workflows.plan;

import dev.conclave.workflows.api.DocumentRef;
import dev.conclave.workflows.api.Plan;
import dev.conclave.workflows.api.PlanTerms;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The plan that awaits confirmation.
 *
 * @param plan in full
 * @param document the same as JSON
 * @param errors what its checks say; empty when it passes
 * @param author the agent that wrote it, or {@code rules} for a degraded one
 * @param repairs how often it was sent back
 * @param tree the tree it was checked against
 * @param terms what the human set for it
 * @param passedOver why each planner that was asked before its author gave no plan that passes
 * @param changes what the human's wish changed of the plan before; empty when there was none
 * @param unsettled what the discussion had left open when its solution was approved
 * @param drafted when it came; empty for one that was drafted before this was kept
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
  public PlanDraft {
    // A plan that was drafted before terms were kept has none.
    terms = terms == null ? PlanTerms.NONE : terms;
    unsettled = unsettled == null ? List.of() : unsettled;
    warnings = warnings == null ? List.of() : warnings;
  }

  /** The same, compared with the plan that it takes the place of. */
  public PlanDraft after(PlanDraft before) {
    return with(passedOver, PlanChanges.between(before.plan(), plan));
  }

  /** The same, which stays because no planner made the change that was asked for. */
  public PlanDraft unchanged(List<String> reasons) {
    return with(
        reasons, List.of("what you asked to change was not made: this plan stays as it was"));
  }

  private PlanDraft with(List<String> newPassedOver, List<String> newChanges) {
    return new PlanDraft(
        plan,
        document,
        errors,
        author,
        repairs,
        tree,
        terms,
        List.copyOf(newPassedOver),
        newChanges,
        unsettled,
        drafted,
        warnings);
  }
}
