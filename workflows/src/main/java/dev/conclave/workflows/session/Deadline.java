package dev.conclave.workflows.session;

import java.time.Duration;

/** An end to waiting. */
public record Deadline(Duration after, DeadlinePolicy policy) {}
