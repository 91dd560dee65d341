package dev.conclave.workflows.discussion;

import java.util.List;

/**
 * How to implement a solution.
 *
 * @param executionFlow such as {@code T1 → (T2 | T3) → T4}
 */
public record ImplementationPlan(
    String approach, List<SolutionTask> tasks, String executionFlow, List<String> milestones) {}
