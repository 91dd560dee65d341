package dev.conclave.activities.search.source;

/**
 * What a file takes from elsewhere, as the file writes it.
 *
 * @param line from 1
 */
public record Import(String target, int line) {}
