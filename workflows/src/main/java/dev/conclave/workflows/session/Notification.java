package dev.conclave.workflows.session;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.conclave.workflows.config.NotificationConfiguration.NotificationEvent;
import dev.conclave.workflows.gate.Gate;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A notification for users. Addresses and keys stay in the configuration of the worker's host.
 *
 * @param id the same for every attempt
 * @param phase such as {@code awaiting-decision}
 * @param percent of the time until the deadline that has passed, for a reminder
 * @param languages of the session; texts for people are in the first
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
    Optional<String> ending,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> languages) {}
