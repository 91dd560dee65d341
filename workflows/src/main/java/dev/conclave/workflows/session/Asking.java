package dev.conclave.workflows.session;

import dev.conclave.workflows.api.AgentActivities;
import dev.conclave.workflows.api.AgentFailure;
import dev.conclave.workflows.api.AskReply;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.api.FailureKind;
import dev.conclave.workflows.api.Receipt;
import dev.conclave.workflows.api.Role;
import dev.conclave.workflows.temporal.Bounds;
import dev.conclave.workflows.temporal.FailureTypes;
import dev.conclave.workflows.temporal.Words;
import io.temporal.failure.ActivityFailure;
import io.temporal.failure.ApplicationFailure;
import io.temporal.failure.CanceledFailure;
import io.temporal.failure.TimeoutFailure;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * One call of one agent as one activity: its budget, its place among the live calls, its failure.
 */
public final class Asking {
  private final Session session;
  private final BudgetGate budget;
  private final Hosting hosting;
  private final Documents documents;

  public Asking(Session session, BudgetGate budget, Hosting hosting, Documents documents) {
    this.session = session;
    this.budget = budget;
    this.hosting = hosting;
    this.documents = documents;
  }

  /** What a call came to. */
  public sealed interface Outcome {
    /** The agent answered this request. */
    record Answered(AskRequest request, AskReply reply) implements Outcome {}

    /** The agent did not answer this request. */
    record Failed(AskRequest request, AgentFailure failure) implements Outcome {}

    /** The human dropped the agent. */
    record Dropped() implements Outcome {}

    /** The human said to decide with what there is. */
    record Decided() implements Outcome {}
  }

  /**
   * Asks once.
   *
   * @param question is put together anew for each host that the session comes to meanwhile, with
   *     documents of that host; its call id stays
   * @throws CanceledFailure when the session was cancelled meanwhile
   */
  public Outcome ask(Supplier<AskRequest> question, int attempt) {
    AskRequest request = question.get();
    return switch (budget.judge(request.callId(), request.agent())) {
      case DROPPED -> new Outcome.Dropped();
      case DECIDED -> new Outcome.Decided();
      case ALLOWED -> call(question, request, attempt);
    };
  }

  private Outcome call(Supplier<AskRequest> question, AskRequest request, int attempt) {
    LiveCall call = session.calls().begin(request, attempt, Session.now());
    Optional<Receipt> receipt = Optional.empty();
    try {
      Outcome.Answered answered =
          hosting.ask(
              request.agent(), summary(request, attempt), agent -> answer(agent, question.get()));
      receipt = Optional.of(answered.reply().receipt());
      session.calls().answered(call, answered.reply(), Session.now());
      session.ledger().answered(request, answered.reply(), call.since(), Session.now());
      return answered;
    } catch (CanceledFailure e) {
      session.ledger().ended(request, receipt, call.since(), Session.now());
      throw e;
    } catch (ActivityFailure e) {
      // A call that was ended with the session tells what it had used by then.
      receipt = e.getCause() instanceof CanceledFailure ? receipt : failure(e).receipt();
      if (Cancellation.is(e)) {
        session.ledger().ended(request, receipt, call.since(), Session.now());
      }
      Cancellation.rethrow(e);
      return failed(call, request, failure(e));
    } catch (ApplicationFailure e) {
      FailureKind kind = refused(e).orElseThrow(() -> e);
      return failed(call, request, AgentFailure.of(kind, e.getOriginalMessage()));
    } finally {
      session.calls().leave(call);
      session.spending().settle(request.callId(), request.agent(), receipt);
    }
  }

  /** The question again with what was wrong in its reply, which goes along if it is left. */
  public Supplier<AskRequest> repair(
      Supplier<AskRequest> question, List<String> errors, AskReply reply) {
    return () -> question.get().again(errors, documents.given(reply));
  }

  private Outcome.Answered answer(AgentActivities agent, AskRequest request) {
    // Nobody polls for an agent that the host of a moved session does not know.
    session
        .roster()
        .unusable(request.agent())
        .ifPresent(
            reason -> {
              throw ApplicationFailure.newNonRetryableFailure(
                  reason, FailureKind.NOT_INSTALLED.type());
            });
    AskReply reply = agent.ask(request);
    documents.cameFrom(request.workspace().host(), reply);
    return new Outcome.Answered(request, reply);
  }

  private static String summary(AskRequest request, int attempt) {
    return request.agent()
        + (request.round() == 0 ? "" : " · round " + request.round())
        + (request.role() == Role.ANALYST ? "" : " · " + Words.of(request.role()))
        + " · attempt "
        + attempt
        + (request.repair().isEmpty() ? "" : " · repair");
  }

  /** Why a call was not even scheduled; empty when that is no matter of this call. */
  private static Optional<FailureKind> refused(ApplicationFailure e) {
    return FailureTypes.OVERSIZED.equals(e.getType())
        ? Optional.of(FailureKind.FAILED)
        : FailureKind.ofType(String.valueOf(e.getType()));
  }

  private Outcome failed(LiveCall call, AskRequest request, AgentFailure failure) {
    String reason = Bounds.message(Optional.of(failure.message()));
    Instant now = Session.now();
    session.calls().failed(call, failure.kind(), reason, failure.receipt(), now);
    session.ledger().failed(request, failure.kind(), reason, failure.receipt(), call.since(), now);
    return new Outcome.Failed(request, failure);
  }

  private static AgentFailure failure(ActivityFailure e) {
    if (e.getCause() instanceof ApplicationFailure application) {
      if (FailureKind.ofType(application.getType()).isPresent()) {
        return application.getDetails().get(AgentFailure.class);
      }
      return AgentFailure.of(FailureKind.FAILED, application.getOriginalMessage());
    }
    if (e.getCause() instanceof TimeoutFailure timeout) {
      return AgentFailure.of(FailureKind.TIMED_OUT, "no sign of life: " + timeout.getTimeoutType());
    }
    return AgentFailure.of(FailureKind.FAILED, e.getMessage());
  }
}
