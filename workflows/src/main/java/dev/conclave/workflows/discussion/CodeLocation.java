package dev.conclave.workflows.discussion;

/**
 * A cited place.
 *
 * @param file relative to the workspace, with {@code /}
 * @param line from 1; 0 when only the file was named
 */
public record CodeLocation(String file, int line, String reason) {}
