package dev.conclave.workflows.api;

import java.util.List;

/**
 * Where a constraint of the human is kept.
 *
 * @param number of the constraint, from 1
 * @param tasks ids of the tasks that keep it
 */
public record PlanConstraint(int number, List<String> tasks) {}
