package dev.conclave.activities.search.context;

/**
 * Lines of a file for a prompt, without secrets.
 *
 * @param startLine from 1
 * @param endLine inclusive
 * @param text of those lines, ends {@code \n} between them
 */
public record Excerpt(String path, int startLine, int endLine, String text) {}
