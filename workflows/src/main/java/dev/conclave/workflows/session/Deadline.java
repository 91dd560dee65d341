package dev.conclave.workflows.session;

import java.time.Duration;

/** How long a session may run, and what happens then. */
public record Deadline(Duration after, DeadlinePolicy policy) {}
