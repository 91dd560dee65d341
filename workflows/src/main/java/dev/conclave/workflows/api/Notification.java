package dev.conclave.workflows.api;

import dev.conclave.workflows.gate.Gate;
import java.time.Instant;
import java.util.Optional;

/**
 * Something that people are told. It says nothing of where they are told: addresses and keys are
 * the configuration's, on the host of the worker, and never enter a history.
 *
 * @param id stays equal however often it is sent
 * @param at when it happened
 * @param task its first words
 * @param repo the path or URL of the workspace
 * @param phase the word of where the session stands, such as {@code awaiting-decision}
 * @param gate the open one, bounded as people are shown it
 * @param percent of the time until the deadline that has passed, of a reminder
 * @param ending one sentence that says how the session ended
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
    Optional<String> ending) {

  /** What people are told of. */
  public enum NotificationEvent {
    /** A gate has opened: the session awaits a human. */
    AWAITING,
    /** A part of the time until the deadline has passed. */
    REMINDER,
    /** The session is complete, saved, cancelled or failed. */
    ENDED,
    /** Somebody tries whether the webhooks work. */
    TEST
  }
}
