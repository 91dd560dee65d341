package dev.conclave.workflows.gate;

import java.time.Instant;

/** A signal's answer that could not be taken, shortened to 500 characters each. */
public record RefusedAnswer(Instant at, String answer, String reason) {}
