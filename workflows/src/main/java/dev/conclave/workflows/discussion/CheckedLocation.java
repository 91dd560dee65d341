package dev.conclave.workflows.discussion;

/** A cited location with the result of its check. */
public record CheckedLocation(String file, int line, Evidence verdict) {}
