package dev.conclave.workflows.plan;

import dev.conclave.workflows.api.PlanCheck;
import java.util.ArrayList;
import java.util.List;

/** What of a plan no longer holds in the workspace as it is now. Pure. */
final class PlanDrift {
  private PlanDrift() {}

  /** The errors that the human was not shown with the plan. */
  static List<String> between(PlanDraft draft, PlanCheck now) {
    List<String> fresh = new ArrayList<>(now.errors());
    fresh.removeAll(draft.errors());
    return List.copyOf(fresh);
  }
}
