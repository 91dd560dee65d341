package dev.conclave.workflows.plan;

import dev.conclave.workflows.document.DocumentRef;
import dev.conclave.workflows.planning.Plan;
import java.util.List;

/**
 * The plan that awaits confirmation.
 *
 * @param plan in full
 * @param document the same as JSON
 * @param errors what its checks say; empty when it passes
 * @param author the agent that wrote it, or {@code rules} for a degraded one
 * @param repairs how often it was sent back
 * @param tree the tree it was checked against
 */
public record PlanDraft(
    Plan plan,
    DocumentRef document,
    List<String> errors,
    String author,
    int repairs,
    String tree) {}
