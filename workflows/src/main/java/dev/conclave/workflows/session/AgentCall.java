package dev.conclave.workflows.session;

import dev.conclave.workflows.api.AgentFailure;
import dev.conclave.workflows.api.AskReply;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.api.FailureKind;
import dev.conclave.workflows.api.Receipt;
import dev.conclave.workflows.api.ReplyContent;
import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.temporal.Bounds;
import dev.conclave.workflows.temporal.Words;
import java.time.Instant;
import java.util.Optional;

/**
 * One call of an agent, from its request to its receipt.
 *
 * @param callId empty when the agent could not even be asked
 * @param round from 1; 0 for a plan
 * @param role word of the role; empty when the agent could not even be asked
 * @param attempt from 1 for this agent in this round
 * @param repair whether the agent was to repair its earlier reply
 * @param status {@link #ASKED}, {@link #ANSWERED}, the kind of failure, {@link #KILLED} or {@link
 *     #CANCELLED}
 * @param reason one sentence when it failed, or what is wrong in its reply
 * @param receipt absent when no process was started, or none told how it ended
 * @param findings of its analysis
 * @param next who is asked in its stead
 * @param asked when it was scheduled, or its pause began
 * @param over when it had ended; when it was asked until then
 * @param pausedUntil when it is asked again, while it waits out a rate limit
 */
public record AgentCall(
    String callId,
    int round,
    String role,
    String agent,
    int attempt,
    boolean repair,
    String status,
    Optional<String> reason,
    Optional<Receipt> receipt,
    int findings,
    Optional<String> next,
    Instant asked,
    Instant over,
    Optional<Instant> pausedUntil) {
  /** The call is under way. */
  public static final String ASKED = "asked";

  public static final String ANSWERED = AgentRun.ANSWERED;

  /** Its process was ended because the session was. */
  public static final String KILLED = "killed";

  /** The session ended before the call told anything: it may not even have begun. */
  public static final String CANCELLED = "cancelled";

  private AgentCall(
      String callId,
      int round,
      String role,
      String agent,
      int attempt,
      boolean repair,
      Instant now,
      Optional<Instant> pausedUntil) {
    this(
        callId,
        round,
        role,
        agent,
        attempt,
        repair,
        ASKED,
        Optional.empty(),
        Optional.empty(),
        0,
        Optional.empty(),
        now,
        now,
        pausedUntil);
  }

  /** A call that is made now, or the pause before it. */
  static AgentCall of(AskRequest request, int attempt, Instant now, Optional<Instant> pausedUntil) {
    return new AgentCall(
        request.callId(),
        request.round(),
        Words.of(request.role()),
        request.agent(),
        attempt,
        !request.repair().isEmpty(),
        now,
        pausedUntil);
  }

  /** A call that was not made, because the agent cannot be asked on this host. */
  static AgentCall notMade(int round, String agent, String reason, Instant now) {
    String status = Words.of(FailureKind.NOT_INSTALLED);
    return new AgentCall("", round, "", agent, 1, false, now, Optional.empty())
        .with(status, Optional.of(reason), Optional.empty(), 0, Optional.empty(), now);
  }

  public boolean answered() {
    return status.equals(ANSWERED);
  }

  AgentCall answered(AskReply reply, Instant now) {
    int found = reply.content().map(ReplyContent::findings).orElse(0);
    return with(ANSWERED, reply.flaw(), Optional.of(reply.receipt()), found, next, now);
  }

  AgentCall failed(AgentFailure failure, Instant now) {
    Optional<String> why = Optional.of(Bounds.message(Optional.of(failure.message())));
    return with(Words.of(failure.kind()), why, failure.receipt(), 0, next, now);
  }

  /** It ended with its round or session. */
  AgentCall cut(Optional<Receipt> known, Instant now) {
    Optional<String> why = Optional.of("ended with its round or session");
    return with(known.isPresent() ? KILLED : CANCELLED, why, known, 0, next, now);
  }

  AgentCall flawed(String flaw) {
    return with(status, Optional.of(flaw), receipt, findings, next, over);
  }

  AgentCall passedTo(String agentInItsStead) {
    return with(status, reason, receipt, findings, Optional.of(agentInItsStead), over);
  }

  /** The same with its texts short, as a state carries it. */
  AgentCall lean() {
    return with(
        status, reason.map(Bounds::topic), receipt.map(Receipt::lean), findings, next, over);
  }

  private AgentCall with(
      String how,
      Optional<String> why,
      Optional<Receipt> proof,
      int found,
      Optional<String> passedTo,
      Instant at) {
    return new AgentCall(
        callId,
        round,
        role,
        agent,
        attempt,
        repair,
        how,
        why,
        proof,
        found,
        passedTo,
        asked,
        at,
        Optional.empty());
  }
}
