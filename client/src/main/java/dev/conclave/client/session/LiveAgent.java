package dev.conclave.client.session;

import dev.conclave.workflows.api.CallProgress;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A call of an agent that a session waits for.
 *
 * @param attempt of the session, from 1: another agent or a repair is a new call, not an attempt
 * @param repair whether the agent is to mend its earlier reply
 * @param since when its process began; while it has none, when the call was scheduled
 * @param pausedUntil when it is asked again, while it waits out a rate limit
 * @param silence since its worker was heard last; zero while it is heard
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

  /** Where a call stands, as far as server and worker tell. */
  public enum CallState {
    /** The session is about to ask; the server does not know the call yet, or not any more. */
    ASKED,
    /** No worker has taken it: all slots of the agent, or of its host, are in use. */
    QUEUED,
    PREPARING,
    WORKING,
    /** It works on, although the worker that began it is gone. */
    ADOPTED,
    PAUSED,
    /** Its worker has fallen silent: busy, asleep, cut off or dead. */
    SILENT,
    /** Its worker is given up; the call waits for another. */
    ORPHANED
  }
}
