package dev.conclave.workflows.discussion;

/** A cited place with its verdict. */
public record CheckedLocation(String file, int line, Evidence verdict) {}
