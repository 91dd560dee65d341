package dev.conclave.workflows.session;

import dev.conclave.workflows.api.Receipt;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A call of an agent as people who watch are shown it.
 *
 * @param callId empty when the agent could not even be asked
 * @param round from 1; 0 for a plan
 * @param role word of the role; empty when the agent could not even be asked
 * @param attempt from 1 for this agent in this round
 * @param repair whether the agent is to repair its earlier reply
 * @param status {@code asked}, {@code answered} or the kind of failure
 * @param reason one sentence when it failed, or what is wrong in its reply
 * @param next who is asked in its stead; absent while it is asked again itself, or nobody is left
 * @param findings of its analysis; 0 for a plan
 * @param seconds that its process ran
 * @param since when it was scheduled, or its pause began
 * @param at when it was over; the same as {@code since} until then
 * @param pausedUntil when it is asked again, while it waits out a rate limit
 */
public record CallView(
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
    Instant at,
    Optional<Instant> pausedUntil) {

  /** What is shown of a call. */
  public static CallView of(AgentCall call) {
    Optional<Receipt> receipt = call.receipt();
    return new CallView(
        call.callId(),
        call.round(),
        call.agent(),
        call.role(),
        call.attempt(),
        call.repair(),
        call.status(),
        call.reason(),
        call.next(),
        call.findings(),
        receipt.map(Receipt::tokensIn).orElse(0L),
        receipt.map(Receipt::tokensOut).orElse(0L),
        receipt.map(r -> Duration.between(r.start(), r.end()).toSeconds()).orElse(0L),
        call.asked(),
        call.over(),
        call.pausedUntil());
  }

  /** Whether it gave a reply. */
  public boolean answered() {
    return status.equals(AgentCall.ANSWERED);
  }
}
