package dev.conclave.client.session;

import dev.conclave.workflows.api.CallProgress;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An agent call that a session waits for.
 *
 * @param attempt from 1; another agent or a repair is a new call, not an attempt
 * @param repair whether the agent is asked to repair its earlier reply
 * @param since start of its process, or the schedule time until it has one
 * @param pausedUntil time of the retry during a rate limit
 * @param silence time since the last heartbeat; zero while heartbeats arrive on time
 */
public record LiveAgent(
    String call,
    String agent,
    String role,
    int attempt,
    boolean repair,
    CallState state,
    Instant since,
    @Nullable Instant pausedUntil,
    Duration silence,
    @Nullable CallProgress progress) {

  /** State of a call according to server and worker. */
  public enum CallState {
    /** The session is about to ask; the server does not know the call yet or any more. */
    ASKED,
    /** No worker has taken it: all slots of the agent or its host are in use. */
    QUEUED,
    PREPARING,
    WORKING,
    /** It keeps running although the worker that started it is gone. */
    ADOPTED,
    PAUSED,
    /** Its worker sends no heartbeats: busy, asleep, disconnected or dead. */
    SILENT,
    /** Its heartbeat timed out; it waits for another worker. */
    ORPHANED
  }
}
