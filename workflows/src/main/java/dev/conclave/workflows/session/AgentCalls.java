package dev.conclave.workflows.session;

import dev.conclave.workflows.api.AgentActivities;
import dev.conclave.workflows.api.AgentFailure;
import dev.conclave.workflows.api.AskReply;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.gate.Answer;
import dev.conclave.workflows.gate.GateState.TakenAnswer;
import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.model.AgentStatus;
import dev.conclave.workflows.model.FailureKind;
import dev.conclave.workflows.model.Receipt;
import dev.conclave.workflows.model.Role;
import dev.conclave.workflows.temporal.ActivityProfile;
import dev.conclave.workflows.temporal.FailureTypes;
import dev.conclave.workflows.text.Words;
import io.temporal.failure.ActivityFailure;
import io.temporal.failure.ApplicationFailure;
import io.temporal.failure.CanceledFailure;
import io.temporal.failure.TemporalFailure;
import io.temporal.failure.TimeoutFailure;
import io.temporal.workflow.Async;
import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.Functions.Func;
import io.temporal.workflow.Functions.Proc;
import io.temporal.workflow.Promise;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowLock;
import io.temporal.workflow.WorkflowSemaphore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Calls agents on the session's host within the budget. Each call is one activity and is logged.
 */
public final class AgentCalls {
  private final SessionState<?> state;
  private final HostCalls host;
  private final ReplyDocuments documents;
  private final GateLoop gates;
  private final WorkflowSemaphore permits;
  private final WorkflowLock budget = Workflow.newWorkflowLock();
  private boolean userStopped;

  AgentCalls(SessionState<?> state, HostCalls host, ReplyDocuments documents, GateLoop gates) {
    this(state, host, documents, gates, Integer.MAX_VALUE);
  }

  private AgentCalls(
      SessionState<?> state, HostCalls host, ReplyDocuments documents, GateLoop gates, int atOnce) {
    this.state = state;
    this.host = host;
    this.documents = documents;
    this.gates = gates;
    permits = Workflow.newWorkflowSemaphore(atOnce);
  }

  /**
   * Returns the calls of another phase, in which decisions at this phase's budget gate do not
   * apply.
   */
  public AgentCalls ofNewPhase() {
    return ofNewPhase(Integer.MAX_VALUE);
  }

  /**
   * Returns the calls of another phase, with at most this many running at a time. Queued calls do
   * not count.
   */
  public AgentCalls ofNewPhase(int atOnce) {
    return new AgentCalls(state, host, documents, gates, atOnce);
  }

  /** Result of a call; neither reply nor failure when the human stopped it at the budget gate. */
  public record Outcome(
      AskRequest request, @Nullable AskReply reply, @Nullable AgentFailure failure) {}

  public boolean userStopped() {
    return userStopped;
  }

  /** Runs several parts in parallel; when one fails permanently, cancels the others. */
  public static void inParallel(Proc... parts) {
    inParallel(
        Arrays.stream(parts)
            .<Func<Boolean>>map(
                part ->
                    () -> {
                      part.apply();
                      return true;
                    })
            .toList());
  }

  public static <T> List<T> inParallel(List<Func<T>> parts) {
    List<Promise<T>> begun = new ArrayList<>();
    Workflow.newCancellationScope(
            all ->
                parts.forEach(
                    part ->
                        begun.add(
                            Async.function(
                                () -> {
                                  try {
                                    return part.apply();
                                  } catch (TemporalFailure e) {
                                    // Spend nothing more on the others.
                                    if (!(e instanceof CanceledFailure)) {
                                      all.cancel("another part of the phase has failed");
                                    }
                                    throw e;
                                  }
                                }))))
        .run();
    List<T> done = new ArrayList<>();
    List<TemporalFailure> failures = new ArrayList<>();
    // Wait for all, including cancelled ones, so that none continues in the background.
    for (Promise<T> part : begun) {
      try {
        done.add(part.get());
      } catch (TemporalFailure e) {
        failures.add(e instanceof CanceledFailure ? failures.size() : 0, e);
      }
    }
    if (!failures.isEmpty()) {
      throw failures.get(0);
    }
    return done;
  }

  /**
   * Asks once.
   *
   * @param question rebuilt for each host that the session moves to, with documents of that host;
   *     keeps its call id
   * @throws CanceledFailure when the session was cancelled meanwhile
   */
  public Outcome ask(Supplier<AskRequest> question, int attempt) {
    AskRequest request = question.get();
    String agent = request.agent();
    // Before the reservation, so that queued calls hold no budget. A stop here ends the phase.
    permits.acquire();
    state.setTreeFresh(false);
    if (!reserve(request)) {
      permits.release();
      return new Outcome(request, null, null);
    }
    AgentCall call = state.callLog().begin(AgentCall.of(request, attempt, SessionState.now()));
    Receipt receipt = null;
    try {
      Outcome answered =
          host.call(
              AgentActivities.class,
              ActivityProfile.ASK,
              agent,
              summary(request, attempt),
              activity -> {
                AskRequest asked = usable(question.get());
                return new Outcome(asked, activity.ask(asked), null);
              });
      AskReply reply = Objects.requireNonNull(answered.reply());
      receipt = reply.receipt();
      documents.recordCopies(answered.request().workspace().host(), reply.document(), reply.raw());
      state.callLog().ended(call.answered(reply, SessionState.now()));
      return answered;
    } catch (CanceledFailure e) {
      state.callLog().recordCancelled(call.endedEarly(receipt, SessionState.now()));
      throw e;
    } catch (ActivityFailure e) {
      // A call that ended with the session reports its usage up to then.
      AgentFailure failure = failure(e);
      receipt = failure.receipt().orElse(null);
      if (CancellationScope.current().isCancelRequested()) {
        state.callLog().recordCancelled(call.endedEarly(receipt, SessionState.now()));
        HostCalls.throwIfCancelled();
      }
      return failed(call, request, failure);
    } catch (ApplicationFailure e) {
      // The activity could not be scheduled; all other reasons are not about this call.
      FailureKind kind =
          FailureTypes.OVERSIZED.equals(e.getType())
              ? FailureKind.FAILED
              : FailureKind.ofType(String.valueOf(e.getType())).orElseThrow(() -> e);
      return failed(call, request, AgentFailure.of(kind, e.getOriginalMessage()));
    } finally {
      permits.release();
      state.callLog().removeLive(call);
      state.budget().reconcile(request.callId(), agent, receipt);
    }
  }

  /** Reserves the expected cost of a call; at the limit, waits for the human. */
  private boolean reserve(AskRequest request) {
    String agent = request.agent();
    // Parallel calls arrive here together. Without the lock each would open a gate, and one answer
    // would be applied to questions its sender never saw.
    budget.lock();
    try {
      while (!state.roster().dropped(agent)) {
        // Free calls are made even after the human decided to stop here.
        if (userStopped && !agent.equals(AgentStatus.DIRECT)) {
          return false;
        }
        if (state.budget().reserve(request.callId(), agent)) {
          return true;
        }
        askHuman(agent);
      }
      return false;
    } finally {
      budget.unlock();
    }
  }

  private void askHuman(String agent) {
    TakenAnswer taken =
        gates
            .answer(GateType.BUDGET, () -> gates.offer().budget(state.budget(), agent))
            .orElseThrow(() -> new CanceledFailure("stopped while waiting for the budget"));
    state.record(taken);
    Answer answer = taken.answer().body();
    if (answer instanceof Answer.Raise raise) {
      state.budget().raise(raise.budget().orElseThrow());
    } else if (answer instanceof Answer.DropAgent drop) {
      state.roster().drop(drop.agent(), "dropped at the budget gate");
    } else {
      userStopped = true;
    }
  }

  /** The new host may not know the agent, so no worker would poll for it. */
  private AskRequest usable(AskRequest request) {
    Optional<String> reason = state.roster().unusable(request.agent());
    if (reason.isPresent()) {
      throw ApplicationFailure.newNonRetryableFailure(
          reason.get(), FailureKind.NOT_INSTALLED.type());
    }
    return request;
  }

  /** Returns the question with the reply's errors, and with the reply if this host has it. */
  public Supplier<AskRequest> repair(
      Supplier<AskRequest> question, List<String> errors, AskReply reply) {
    return () -> question.get().forRepair(errors, documents.given(reply));
  }

  private static String summary(AskRequest request, int attempt) {
    return request.agent()
        + (request.round() == 0 ? "" : " · round " + request.round())
        + (request.role() == Role.ANALYST ? "" : " · " + Words.of(request.role()))
        + (" · attempt " + attempt)
        + (request.repair().isEmpty() ? "" : " · repair");
  }

  private Outcome failed(AgentCall call, AskRequest request, AgentFailure failure) {
    state.callLog().ended(call.failed(failure, SessionState.now()));
    return new Outcome(request, null, failure);
  }

  private static AgentFailure failure(ActivityFailure e) {
    if (e.getCause() instanceof ApplicationFailure application
        && FailureKind.ofType(application.getType()).isPresent()) {
      return application.getDetails().get(AgentFailure.class);
    }
    return e.getCause() instanceof TimeoutFailure timeout
        ? AgentFailure.of(
            FailureKind.TIMED_OUT, "its worker does not respond: " + timeout.getTimeoutType())
        : AgentFailure.of(FailureKind.FAILED, HostCalls.reason(e));
  }
}
