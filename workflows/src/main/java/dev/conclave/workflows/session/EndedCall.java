package dev.conclave.workflows.session;

import java.time.Instant;
import java.util.Optional;

/**
 * A call that is over.
 *
 * @param callId empty when the agent could not even be asked
 * @param round from 1; 0 for a plan
 * @param agent who was asked
 * @param role word of the role; empty when the agent could not even be asked
 * @param attempt from 1 for this agent in this round
 * @param repair whether the agent was to mend its earlier reply
 * @param status {@code answered} or the kind of failure
 * @param reason one sentence when it failed, or what is wrong in its reply
 * @param next who is asked in its stead; absent while it is asked again itself, or nobody is left
 * @param findings of its analysis; 0 for a plan
 * @param seconds that its process ran
 * @param since when it was scheduled
 * @param at when it was over
 */
public record EndedCall(
    String callId,
    int round,
    String agent,
    String role,
    int attempt,
    boolean repair,
    String status,
    Optional<String> reason,
    Optional<String> next,
    int findings,
    long tokensIn,
    long tokensOut,
    long seconds,
    Instant since,
    Instant at) {

  /** The status of a call that gave a reply. */
  public static final String ANSWERED = "answered";

  public boolean answered() {
    return status.equals(ANSWERED);
  }

  EndedCall flawed(String flaw) {
    return with(Optional.of(flaw), next);
  }

  EndedCall passedTo(String agentInItsStead) {
    return with(reason, Optional.of(agentInItsStead));
  }

  private EndedCall with(Optional<String> otherReason, Optional<String> otherNext) {
    return new EndedCall(
        callId,
        round,
        agent,
        role,
        attempt,
        repair,
        status,
        otherReason,
        otherNext,
        findings,
        tokensIn,
        tokensOut,
        seconds,
        since,
        at);
  }
}
