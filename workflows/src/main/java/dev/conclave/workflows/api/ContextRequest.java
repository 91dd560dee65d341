package dev.conclave.workflows.api;

import java.util.List;

/**
 * A search for context.
 *
 * @param words what a human added since: feedback, a new direction
 */
public record ContextRequest(
    String session, String task, List<String> words, Workspace workspace, String tree) {}
