package dev.conclave.workflows.api;

/**
 * A file that a task touches.
 *
 * @param line from 1; 0 when the whole file
 * @param action {@code modify}, {@code create} or {@code delete}
 */
public record PlanFile(String path, int line, String action, String change) {}
