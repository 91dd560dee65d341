package dev.conclave.activities.agent.process;

import java.time.Duration;

/**
 * That a call's process lives.
 *
 * @param running since its start
 * @param bytes printed so far, stdout and stderr together
 * @param quiet since it printed last
 */
public record Vitals(long pid, Duration running, long bytes, Duration quiet) {}
