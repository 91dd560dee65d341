package dev.conclave.workflows.discussion;

/**
 * A cited location.
 *
 * @param file relative to the workspace, with {@code /}
 * @param line from 1; 0 if only the file was named
 */
public record CodeLocation(String file, int line, String reason) {}
