package dev.conclave.workflows.session;

import dev.conclave.workflows.api.AgentFailure;
import dev.conclave.workflows.api.AskReply;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.model.FailureKind;
import dev.conclave.workflows.model.Receipt;
import dev.conclave.workflows.text.Bounds;
import dev.conclave.workflows.text.Words;
import java.time.Instant;
import java.util.Optional;

/**
 * One call of an agent, from its request to its receipt.
 *
 * @param callId empty when the agent could not even be asked
 * @param round from 1; 0 for a plan
 * @param attempt from 1 for this agent in this round
 * @param status {@link #ASKED}, {@link #ANSWERED}, the kind of failure, {@link #KILLED} or {@link
 *     #CANCELLED}
 * @param reason one sentence when it failed, or what is wrong in its reply
 * @param receipt absent when no process was started, or none told how it ended
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
  public static final String ASKED = "asked";

  public static final String ANSWERED = AgentRun.ANSWERED;
  public static final String KILLED = "killed";

  /** The session ended before the call told anything: it may not even have begun. */
  public static final String CANCELLED = "cancelled";

  static AgentCall of(AskRequest request, int attempt, Instant now, Optional<Instant> pausedUntil) {
    return new AgentCall(
        request.callId(),
        request.round(),
        Words.of(request.role()),
        request.agent(),
        attempt,
        !request.repair().isEmpty(),
        ASKED,
        Optional.empty(),
        Optional.empty(),
        0,
        Optional.empty(),
        now,
        now,
        pausedUntil);
  }

  static AgentCall notMade(int round, String agent, String reason, Instant now) {
    Optional<String> why = Optional.of(reason);
    Optional<Receipt> none = Optional.empty();
    String status = Words.of(FailureKind.NOT_INSTALLED);
    return new AgentCall(
        "",
        round,
        "",
        agent,
        1,
        false,
        status,
        why,
        none,
        0,
        Optional.empty(),
        now,
        now,
        Optional.empty());
  }

  public boolean answered() {
    return status.equals(ANSWERED);
  }

  AgentCall answered(AskReply reply, Instant now) {
    int found = reply.analysis().map(one -> one.findings().size()).orElse(0);
    return with(ANSWERED, reply.flaw(), Optional.of(reply.receipt()), found, next, now);
  }

  AgentCall failed(AgentFailure failure, Instant now) {
    String why = Bounds.message(Optional.of(failure.message()));
    return over(Words.of(failure.kind()), Optional.of(why), failure.receipt(), now);
  }

  AgentCall cut(Optional<Receipt> known, Instant now) {
    String how = known.isPresent() ? KILLED : CANCELLED;
    return over(how, Optional.of("ended with its round or session"), known, now);
  }

  AgentCall flawed(String flaw) {
    return with(status, Optional.of(flaw), receipt, findings, next, over);
  }

  AgentCall replacedBy(String agentInItsStead) {
    return with(status, reason, receipt, findings, Optional.of(agentInItsStead), over);
  }

  /** The same with its texts short, as a state carries it. */
  AgentCall lean() {
    return with(
        status, reason.map(Bounds::topic), receipt.map(Receipt::lean), findings, next, over);
  }

  private AgentCall over(String how, Optional<String> why, Optional<Receipt> proof, Instant at) {
    return with(how, why, proof, findings, next, at);
  }

  private AgentCall with(
      String how,
      Optional<String> why,
      Optional<Receipt> proof,
      int found,
      Optional<String> stead,
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
        stead,
        asked,
        at,
        pausedUntil);
  }
}
