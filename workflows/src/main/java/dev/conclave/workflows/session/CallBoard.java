package dev.conclave.workflows.session;

import dev.conclave.workflows.api.AskReply;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.api.FailureKind;
import dev.conclave.workflows.api.Receipt;
import dev.conclave.workflows.api.ReplyContent;
import dev.conclave.workflows.temporal.Words;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * What people who watch are told of the calls: which are under way, and how the others ended, those
 * of the running phase and the last of all. Workflow state that nothing is decided by.
 */
public final class CallBoard {
  private static final int ENDED_KEPT = 40;

  private final List<LiveCall> live = new ArrayList<>();
  private final List<EndedCall> ended = new ArrayList<>();
  private final List<EndedCall> lately = new ArrayList<>();

  public List<LiveCall> live() {
    return List.copyOf(live);
  }

  public List<EndedCall> ended() {
    return List.copyOf(ended);
  }

  public List<EndedCall> lately() {
    return List.copyOf(lately);
  }

  public LiveCall begin(AskRequest request, int attempt, Instant now) {
    LiveCall call =
        new LiveCall(
            request.callId(),
            request.round(),
            request.agent(),
            Words.of(request.role()),
            attempt,
            now,
            !request.repair().isEmpty(),
            Optional.empty());
    live.add(call);
    return call;
  }

  /** A call that waits before it is asked again. */
  public LiveCall pause(AskRequest request, int attempt, Instant now, Instant until) {
    LiveCall call =
        new LiveCall(
            request.callId(),
            request.round(),
            request.agent(),
            Words.of(request.role()),
            attempt,
            now,
            false,
            Optional.of(until));
    live.add(call);
    return call;
  }

  public void leave(LiveCall call) {
    live.remove(call);
  }

  public void answered(LiveCall call, AskReply reply, Instant now) {
    add(
        call,
        EndedCall.ANSWERED,
        reply.flaw(),
        reply.content().map(ReplyContent::findings).orElse(0),
        Optional.of(reply.receipt()),
        now);
  }

  public void failed(
      LiveCall call, FailureKind kind, String reason, Optional<Receipt> receipt, Instant now) {
    add(call, Words.of(kind), Optional.of(reason), 0, receipt, now);
  }

  /** An agent that could not even be asked. */
  public void notAsked(int round, String agent, FailureKind kind, String reason, Instant now) {
    LiveCall never = new LiveCall("", round, agent, "", 1, now, false, Optional.empty());
    failed(never, kind, reason, Optional.empty(), now);
  }

  /** An agent's seat goes to another. */
  public void passOn(String agent, String next) {
    changeLast(agent, call -> call.passedTo(next));
  }

  /** What was found wrong in the newest reply of an agent. */
  public void found(String agent, String flaw) {
    changeLast(agent, call -> call.flawed(flaw));
  }

  private void changeLast(String agent, UnaryOperator<EndedCall> change) {
    changeLast(ended, agent, change);
    changeLast(lately, agent, change);
  }

  /** The phase is over. */
  public void clear() {
    live.clear();
    ended.clear();
  }

  private static void changeLast(
      List<EndedCall> calls, String agent, UnaryOperator<EndedCall> change) {
    for (int i = calls.size() - 1; i >= 0; i--) {
      if (calls.get(i).agent().equals(agent)) {
        calls.set(i, change.apply(calls.get(i)));
        return;
      }
    }
  }

  private void add(
      LiveCall call,
      String status,
      Optional<String> reason,
      int findings,
      Optional<Receipt> receipt,
      Instant now) {
    live.remove(call);
    EndedCall over =
        new EndedCall(
            call.callId(),
            call.round(),
            call.agent(),
            call.role(),
            call.attempt(),
            call.repair(),
            status,
            reason,
            Optional.empty(),
            findings,
            receipt.map(Receipt::tokensIn).orElse(0L),
            receipt.map(Receipt::tokensOut).orElse(0L),
            receipt.map(r -> Duration.between(r.start(), r.end()).toSeconds()).orElse(0L),
            call.since(),
            now);
    keep(ended, over);
    keep(lately, over);
  }

  private static void keep(List<EndedCall> calls, EndedCall over) {
    calls.add(over);
    if (calls.size() > ENDED_KEPT) {
      calls.remove(0);
    }
  }
}
