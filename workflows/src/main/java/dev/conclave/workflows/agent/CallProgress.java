package dev.conclave.workflows.agent;

/**
 * Heartbeat details of a running call.
 *
 * @param pid of the process
 * @param seconds since it started
 * @param bytes printed so far
 * @param lastEvent the last event of its stream, in a few words
 */
public record CallProgress(long pid, long seconds, long bytes, String lastEvent) {}
