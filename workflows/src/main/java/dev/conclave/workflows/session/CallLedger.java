package dev.conclave.workflows.session;

import dev.conclave.workflows.api.AskReply;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.api.FailureKind;
import dev.conclave.workflows.api.Receipt;
import dev.conclave.workflows.api.Role;
import dev.conclave.workflows.temporal.Bounds;
import dev.conclave.workflows.temporal.Words;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Every call that is over, until the record of its round holds it: what was paid for is known, also
 * of a plan, and of a round that was cancelled. Workflow state.
 */
public final class CallLedger {
  /** The newest are kept; a session at rest has few. */
  public static final int KEPT = 60;

  private final List<CallRecord> calls;

  public CallLedger(List<CallRecord> calls) {
    this.calls = new ArrayList<>(calls);
  }

  public List<CallRecord> calls() {
    return List.copyOf(calls);
  }

  public void answered(AskRequest request, AskReply reply, Instant asked, Instant now) {
    add(request, EndedCall.ANSWERED, reply.flaw(), Optional.of(reply.receipt()), asked, now);
  }

  public void failed(
      AskRequest request,
      FailureKind kind,
      String reason,
      Optional<Receipt> receipt,
      Instant asked,
      Instant now) {
    add(request, Words.of(kind), Optional.of(reason), receipt, asked, now);
  }

  /** What was found wrong in a reply afterwards. */
  public void found(String callId, String flaw) {
    calls.replaceAll(call -> call.callId().equals(callId) ? call.flawed(flaw) : call);
  }

  /** The session ended it. */
  public void ended(AskRequest request, Optional<Receipt> receipt, Instant asked, Instant now) {
    String status = receipt.isPresent() ? CallRecord.KILLED : CallRecord.CANCELLED;
    add(request, status, Optional.of("ended with its round or session"), receipt, asked, now);
  }

  /** A round that began then is recorded, the calls of its analysts with it. */
  public void recorded(int round, Instant started) {
    calls.removeIf(
        call ->
            call.round() == round
                && call.role().equals(Words.of(Role.ANALYST))
                && !call.asked().isBefore(started));
  }

  private void add(
      AskRequest request,
      String status,
      Optional<String> reason,
      Optional<Receipt> receipt,
      Instant asked,
      Instant now) {
    calls.add(
        new CallRecord(
            request.callId(),
            request.role() == Role.PLANNER ? 0 : request.round(),
            Words.of(request.role()),
            request.agent(),
            status,
            reason.map(Bounds::topic),
            receipt.map(Receipt::lean),
            asked,
            now));
    if (calls.size() > KEPT) {
      calls.remove(0);
    }
  }
}
