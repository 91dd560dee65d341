package dev.conclave.workflows.session;

import dev.conclave.workflows.model.Receipt;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * An {@link AgentCall} as people who watch are shown it.
 *
 * @param at when it was over; the same as {@code since} until then
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

  static CallView of(AgentCall call) {
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

  public boolean answered() {
    return status.equals(AgentCall.ANSWERED);
  }
}
