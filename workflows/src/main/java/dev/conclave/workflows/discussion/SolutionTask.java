package dev.conclave.workflows.discussion;

import java.util.List;

/** A step of an approach or a solution. */
public record SolutionTask(
    String id, String name, List<String> dependsOn, List<String> files, String keyPoint) {}
