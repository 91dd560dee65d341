package dev.conclave.worker;

import java.util.List;

/**
 * What a worker registers, by task queue.
 *
 * @param workflows implementation types, on queue {@code conclave}
 * @param anyHost activities that any host can run, on queue {@code conclave}, such as opening a
 *     workspace by URL; not registered by a worker that serves only its own host
 * @param thisHost activities that need this host's trees or documents, on queue {@code conclave@ID}
 * @param notifications the webhooks, on a separate queue of this host
 * @param agentCalls activities on the queue of every agent
 * @param checks commands of executions, on a separate queue of this host
 * @param orphans sweep for orphaned calls; runs before the first poll, then every minute
 */
public record Registrations(
    List<Class<?>> workflows,
    List<Object> anyHost,
    List<Object> thisHost,
    List<Object> notifications,
    List<Object> agentCalls,
    List<Object> checks,
    Runnable orphans) {}
