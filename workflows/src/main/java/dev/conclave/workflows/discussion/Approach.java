package dev.conclave.workflows.discussion;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;

/**
 * An analyst's proposal; see docs/discussion.md, section 1.
 *
 * @param dependencies outside the workspace
 * @param milestones in order; after each one something can be demonstrated
 */
@RecordBuilder
@RecordBuilder.Options(useImmutableCollections = true)
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
    String performanceImpact,
    List<String> dependencies,
    List<String> milestones) {}
