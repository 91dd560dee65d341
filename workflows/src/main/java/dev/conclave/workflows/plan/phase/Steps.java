package dev.conclave.workflows.plan.phase;

import dev.conclave.workflows.host.FailureTypes;
import dev.conclave.workflows.plan.Phase;
import dev.conclave.workflows.steering.Stopping;
import dev.conclave.workflows.steering.Telling;
import dev.conclave.workflows.wire.Bounds;
import io.temporal.failure.ActivityFailure;
import io.temporal.failure.ApplicationFailure;
import io.temporal.failure.CanceledFailure;
import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.Workflow;
import java.util.Optional;

/** The session's way from phase to phase, each in a scope that a cancel or the deadline can end. */
final class Steps {
  private final PlanSession session;
  private final Phases phases;
  private final Telling telling;
  private final Stopping stopping;

  Steps(PlanSession session, Phases phases, Telling telling, Stopping stopping) {
    this.session = session;
    this.phases = phases;
    this.telling = telling;
    this.stopping = stopping;
  }

  /** Runs the phase that the session stands at and returns the one that comes after it. */
  Phase next() {
    if (stopping.endsBefore(session.phase == Phase.AWAITING_DECISION)) {
      return stopped();
    }
    telling.tell();
    StepResult result = new StepResult(session.phase);
    CancellationScope scope =
        Workflow.newCancellationScope(() -> result.next = phases.next(session.phase));
    stopping.guard(scope);
    try {
      scope.run();
      if (!stopping.requested() || result.next.closed()) {
        return result.next;
      }
      // The phase was over before the stop: an answer that it took is acted on after a resume.
      session.enter(result.next);
      return stopped();
    } catch (CanceledFailure e) {
      return stopped();
    } catch (ActivityFailure e) {
      scope.cancel("the phase has failed");
      // After a cancel any failure of an activity counts as cancelled.
      return stopping.requested()
              || CancellationScope.current().isCancelRequested()
              || e.getCause() instanceof CanceledFailure
          ? stopped()
          : failed(e);
    } catch (ApplicationFailure e) {
      // A record too large for a history is refused where the activity is called; a session whose
      // host is gone for good can be resumed.
      if (!FailureTypes.OVERSIZED.equals(e.getType())
          && !FailureTypes.HOST_GONE.equals(e.getType())) {
        throw e;
      }
      scope.cancel("the phase has failed");
      session.ending(Bounds.message(Optional.of(e.getOriginalMessage())));
      return Phase.FAILED;
    } finally {
      session.calls().clear();
    }
  }

  private Phase stopped() {
    return switch (stopping.ending()) {
      case SAVED -> Phase.SAVED;
      case CANCELLED -> Phase.CANCELLED;
    };
  }

  private static final class StepResult {
    private Phase next;

    StepResult(Phase next) {
      this.next = next;
    }
  }

  private Phase failed(ActivityFailure e) {
    Throwable cause = e.getCause() == null ? e : e.getCause();
    String message =
        cause instanceof ApplicationFailure application
            ? application.getOriginalMessage()
            : cause.getMessage();
    session.ending(
        e.getActivityType() + " failed: " + Bounds.message(Optional.ofNullable(message)));
    return Phase.FAILED;
  }
}
