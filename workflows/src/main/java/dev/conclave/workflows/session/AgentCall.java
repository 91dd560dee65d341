package dev.conclave.workflows.session;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.conclave.workflows.api.AgentFailure;
import dev.conclave.workflows.api.AskReply;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.model.FailureKind;
import dev.conclave.workflows.model.Receipt;
import dev.conclave.workflows.text.Bounds;
import dev.conclave.workflows.text.Words;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One call of an agent, from its request to its receipt.
 *
 * @param callId empty when the call could not be made
 * @param round from 1; 0 for a plan
 * @param attempt from 1 for this agent in this round
 * @param status {@link #ASKED}, {@link #ANSWERED}, the kind of failure, {@link #KILLED} or {@link
 *     #CANCELLED}
 * @param reason why it failed, or what is wrong with its reply
 * @param receipt null when no process was started, or its end is unknown
 * @param next the fallback agent that replaced it
 * @param at end; the same as {@code since} while running
 * @param pausedUntil end of the pause after a rate limit
 */
@RecordBuilder
@JsonPropertyOrder({
  "call_id",
  "round",
  "role",
  "agent",
  "attempt",
  "repair",
  "status",
  "reason",
  "receipt",
  "findings",
  "next",
  "since",
  "at",
  "paused_until",
  "seconds",
  "tokens_in",
  "tokens_out"
})
public record AgentCall(
    String callId,
    int round,
    String role,
    String agent,
    int attempt,
    boolean repair,
    String status,
    @Nullable String reason,
    @Nullable Receipt receipt,
    int findings,
    @Nullable String next,
    Instant since,
    Instant at,
    @Nullable Instant pausedUntil)
    implements AgentCallBuilder.With {
  public static final String ASKED = "asked";

  public static final String ANSWERED = AgentRun.ANSWERED;
  public static final String KILLED = "killed";

  /** The session ended before the call reported anything; it may not have started. */
  public static final String CANCELLED = "cancelled";

  static AgentCall of(AskRequest request, int attempt, Instant now) {
    return AgentCallBuilder.builder()
        .callId(request.callId())
        .round(request.round())
        .role(Words.of(request.role()))
        .agent(request.agent())
        .attempt(attempt)
        .repair(!request.repair().isEmpty())
        .status(ASKED)
        .since(now)
        .at(now)
        .build();
  }

  static AgentCall notMade(int round, String agent, String reason, Instant now) {
    return AgentCallBuilder.builder()
        .callId("")
        .round(round)
        .role("")
        .agent(agent)
        .attempt(1)
        .status(Words.of(FailureKind.NOT_INSTALLED))
        .reason(reason)
        .since(now)
        .at(now)
        .build();
  }

  public boolean answered() {
    return status.equals(ANSWERED);
  }

  @JsonProperty
  public long tokensIn() {
    return receipt == null ? 0 : receipt.tokensIn();
  }

  @JsonProperty
  public long tokensOut() {
    return receipt == null ? 0 : receipt.tokensOut();
  }

  @JsonProperty
  public long seconds() {
    return receipt == null ? 0 : Duration.between(receipt.start(), receipt.end()).toSeconds();
  }

  AgentCall answered(AskReply reply, Instant now) {
    int found = reply.analysis().map(one -> one.findings().size()).orElse(0);
    return ended(ANSWERED, reply.problem().orElse(null), reply.receipt(), now).withFindings(found);
  }

  AgentCall failed(AgentFailure failure, Instant now) {
    String why = Bounds.message(Optional.of(failure.message()));
    return ended(Words.of(failure.kind()), why, failure.receipt().orElse(null), now);
  }

  AgentCall endedEarly(@Nullable Receipt known, Instant now) {
    return ended(known == null ? CANCELLED : KILLED, "ended with its round or session", known, now);
  }

  AgentCall lean() {
    return with(
        call -> {
          call.reason(reason == null ? null : Bounds.topic(reason));
          call.receipt(receipt == null ? null : receipt.lean());
        });
  }

  private AgentCall ended(String how, @Nullable String why, @Nullable Receipt proof, Instant now) {
    return with(call -> call.status(how).reason(why).receipt(proof).at(now));
  }
}
