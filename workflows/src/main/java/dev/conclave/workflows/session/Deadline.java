package dev.conclave.workflows.session;

import java.time.Duration;

/**
 * An end to waiting.
 *
 * @param after counted from the session's start
 */
public record Deadline(Duration after, DeadlinePolicy policy) {}
