package dev.conclave.client.session;

import dev.conclave.workflows.agent.CallProgress;
import java.time.Instant;
import java.util.Optional;

/**
 * A call of an agent that a session waits for.
 *
 * @param agent who is asked
 * @param role word of the role
 * @param attempt of the session, from 1: another agent or a repair is a new call, not an attempt
 * @param since when it was scheduled
 * @param running whether a worker has taken it; else it waits for a slot
 * @param progress what its worker last reported
 */
public record LiveAgent(
    String agent,
    String role,
    int attempt,
    Instant since,
    boolean running,
    Optional<CallProgress> progress) {}
