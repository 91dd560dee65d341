package dev.conclave.activities.workspace;

/**
 * A file that is no part of a tree though nothing ignores it.
 *
 * @param path relative to the workspace
 * @param reason in a few words
 */
public record LeftOut(String path, String reason) {}
