package dev.conclave.workflows.plan;

import dev.conclave.workflows.agent.AgentActivities;
import dev.conclave.workflows.agent.AgentFailure;
import dev.conclave.workflows.agent.AskReply;
import dev.conclave.workflows.agent.AskRequest;
import dev.conclave.workflows.agent.FailureKind;
import dev.conclave.workflows.agent.Receipt;
import dev.conclave.workflows.host.ActivityProfile;
import dev.conclave.workflows.host.FailureTypes;
import dev.conclave.workflows.host.TaskQueues;
import dev.conclave.workflows.wire.Words;
import io.temporal.failure.ActivityFailure;
import io.temporal.failure.ApplicationFailure;
import io.temporal.failure.CanceledFailure;
import io.temporal.failure.TimeoutFailure;
import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.Workflow;
import java.util.List;
import java.util.Optional;

/**
 * One call of one agent as one activity: its budget, its place among the live calls, its failure.
 */
final class Asking {
  private final Session session;
  private final BudgetGate budget;

  Asking(Session session, BudgetGate budget) {
    this.session = session;
    this.budget = budget;
  }

  /** What a call came to. */
  sealed interface Outcome {
    /** The agent answered. */
    record Answered(AskReply reply) implements Outcome {}

    /** The agent did not. */
    record Failed(AgentFailure failure) implements Outcome {}

    /** The human dropped the agent. */
    record Dropped() implements Outcome {}

    /** The human said to decide with what there is. */
    record Decided() implements Outcome {}
  }

  /**
   * Asks once.
   *
   * @throws CanceledFailure when the session was cancelled meanwhile
   */
  Outcome ask(AskRequest request, int attempt) {
    return switch (budget.judge(request.callId(), request.agent())) {
      case DROPPED -> new Outcome.Dropped();
      case DECIDED -> new Outcome.Decided();
      case ALLOWED -> call(request, attempt);
    };
  }

  private Outcome call(AskRequest request, int attempt) {
    LiveCall call = session.calls.begin(request, attempt, Session.now());
    Optional<Receipt> receipt = Optional.empty();
    try {
      AskReply reply = activity(request, attempt).ask(request);
      receipt = Optional.of(reply.receipt());
      session.calls.answered(call, reply, Session.now());
      return new Outcome.Answered(reply);
    } catch (ActivityFailure e) {
      rethrowCancellation(e);
      AgentFailure failure = failure(e);
      receipt = failure.receipt();
      return failed(call, failure);
    } catch (ApplicationFailure e) {
      if (!FailureTypes.OVERSIZED.equals(e.getType())) {
        throw e;
      }
      return failed(call, of(FailureKind.FAILED, e.getOriginalMessage()));
    } finally {
      session.calls.leave(call);
      session.spending.settle(request.callId(), request.agent(), receipt);
    }
  }

  private Outcome failed(LiveCall call, AgentFailure failure) {
    session.calls.failed(
        call,
        failure.kind(),
        Bounds.message(Optional.of(failure.message())),
        failure.receipt(),
        Session.now());
    return new Outcome.Failed(failure);
  }

  private AgentActivities activity(AskRequest request, int attempt) {
    String summary =
        request.agent()
            + (request.round() == 0
                ? " · " + Words.of(request.role())
                : " · round " + request.round())
            + " · attempt "
            + attempt
            + (request.repair().isEmpty() ? "" : " · repair");
    return Workflow.newActivityStub(
        AgentActivities.class,
        ActivityProfile.ASK.on(
            TaskQueues.agent(request.workspace().host(), request.agent()), summary));
  }

  /** After a cancel any failure counts as cancelled. */
  static void rethrowCancellation(ActivityFailure e) {
    if (e.getCause() instanceof CanceledFailure canceled) {
      throw canceled;
    }
    if (CancellationScope.current().isCancelRequested()) {
      throw new CanceledFailure("cancelled while an activity failed");
    }
  }

  private static AgentFailure failure(ActivityFailure e) {
    if (e.getCause() instanceof ApplicationFailure application) {
      if (FailureKind.ofType(application.getType()).isPresent()) {
        return application.getDetails().get(AgentFailure.class);
      }
      return of(FailureKind.FAILED, application.getOriginalMessage());
    }
    if (e.getCause() instanceof TimeoutFailure timeout) {
      return of(FailureKind.TIMED_OUT, "no sign of life: " + timeout.getTimeoutType());
    }
    return of(FailureKind.FAILED, e.getMessage());
  }

  static AgentFailure of(FailureKind kind, @org.jspecify.annotations.Nullable String message) {
    return new AgentFailure(
        kind,
        Bounds.message(Optional.ofNullable(message)),
        Optional.empty(),
        List.of(),
        Optional.empty());
  }
}
