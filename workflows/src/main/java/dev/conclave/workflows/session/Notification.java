package dev.conclave.workflows.session;

import dev.conclave.workflows.config.NotificationConfiguration.NotificationEvent;
import dev.conclave.workflows.gate.Gate;
import java.time.Instant;
import java.util.Optional;

/**
 * Something that people are told. Addresses and keys stay in the configuration of the worker's
 * host.
 *
 * @param id stays equal however often it is sent
 * @param phase the word of where the session stands, such as {@code awaiting-decision}
 * @param percent of the time until the deadline that has passed, of a reminder
 */
public record Notification(
    String id,
    NotificationEvent event,
    Instant at,
    String session,
    String task,
    String repo,
    String phase,
    int round,
    Optional<Gate> gate,
    Optional<Integer> percent,
    Optional<Instant> deadlineAt,
    Optional<String> ending) {}
