package dev.conclave.workflows.plan;

import java.time.Instant;

/**
 * A call that a round waits for.
 *
 * @param agent who is asked
 * @param role word of the role
 * @param attempt from 1 for this agent in this round
 * @param since when it was scheduled
 */
public record LiveCall(String callId, String agent, String role, int attempt, Instant since) {}
