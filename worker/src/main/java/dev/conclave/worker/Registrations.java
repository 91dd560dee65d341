package dev.conclave.worker;

import java.util.List;

/**
 * What a worker registers, by queue.
 *
 * @param workflows implementation types, on queue {@code conclave}
 * @param anyHost activities that any host can do, on queue {@code conclave}: opening a workspace by
 *     URL; left out by a worker that serves only its own host
 * @param thisHost activities that need this host's trees or documents, on queue {@code conclave@ID}
 * @param notifications the webhooks, on a queue of their own for this host
 * @param agentCalls the activities on the queue of every agent
 * @param checks commands of executions, on a queue of their own for this host
 * @param orphans looks for calls that outlived their worker and that nobody waits for: before the
 *     first poll, then every minute
 */
public record Registrations(
    List<Class<?>> workflows,
    List<Object> anyHost,
    List<Object> thisHost,
    List<Object> notifications,
    List<Object> agentCalls,
    List<Object> checks,
    Runnable orphans) {}
