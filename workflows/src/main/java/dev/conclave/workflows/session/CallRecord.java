package dev.conclave.workflows.session;

import dev.conclave.workflows.api.Receipt;
import java.time.Instant;
import java.util.Optional;

/**
 * A call that is over and that no record of a round holds: a planner's, or one of a round that was
 * not finished.
 *
 * @param round from 1; 0 for a plan
 * @param role word of the role
 * @param status {@code answered}, the kind of failure, {@link #KILLED} or {@link #CANCELLED}
 * @param reason one sentence when it failed, or what is wrong in its reply
 * @param receipt absent when no process was started, or none told how it ended
 * @param asked when it was scheduled
 * @param over when it had ended
 */
public record CallRecord(
    String callId,
    int round,
    String role,
    String agent,
    String status,
    Optional<String> reason,
    Optional<Receipt> receipt,
    Instant asked,
    Instant over) {

  /** The same with what was found wrong in its reply. */
  public CallRecord flawed(String flaw) {
    return new CallRecord(
        callId, round, role, agent, status, Optional.of(flaw), receipt, asked, over);
  }

  /** Its process was ended because the session was. */
  public static final String KILLED = "killed";

  /** The session ended before the call told anything: it may not even have begun. */
  public static final String CANCELLED = "cancelled";
}
