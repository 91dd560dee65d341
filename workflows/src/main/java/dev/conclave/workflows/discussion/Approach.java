package dev.conclave.workflows.discussion;

import java.util.List;

/** An analyst's proposal; see docs/discussion.md, section 1. */
public record Approach(
    String name,
    String description,
    List<String> pros,
    List<String> cons,
    Level effort,
    Level risk,
    List<CodeLocation> affectedFiles,
    List<SolutionTask> tasks,
    String maintainability,
    String performanceImpact) {}
