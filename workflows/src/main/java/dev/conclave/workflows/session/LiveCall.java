package dev.conclave.workflows.session;

import java.time.Instant;
import java.util.Optional;

/**
 * A call that a round or a plan waits for.
 *
 * @param round from 1; 0 for a plan
 * @param agent who is asked
 * @param role word of the role
 * @param attempt from 1 for this agent in this round
 * @param since when it was scheduled, or its pause began
 * @param repair whether the agent is to mend its earlier reply
 * @param pausedUntil when it is asked again, while it waits out a rate limit
 */
public record LiveCall(
    String callId,
    int round,
    String agent,
    String role,
    int attempt,
    Instant since,
    boolean repair,
    Optional<Instant> pausedUntil) {}
