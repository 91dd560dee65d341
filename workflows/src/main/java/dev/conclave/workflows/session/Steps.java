package dev.conclave.workflows.session;

import dev.conclave.workflows.temporal.Bounds;
import dev.conclave.workflows.temporal.FailureTypes;
import io.temporal.failure.ActivityFailure;
import io.temporal.failure.ApplicationFailure;
import io.temporal.failure.CanceledFailure;
import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.Workflow;
import java.util.Optional;

/** The session's way from phase to phase, each in a scope that a cancel or the deadline can end. */
final class Steps<P extends Enum<P> & SessionPhase> {
  private final PhasedSession<P> session;
  private final Course<P> course;
  private final Telling telling;
  private final Stopping stopping;

  Steps(PhasedSession<P> session, Course<P> course, Equipment equipment) {
    this.session = session;
    this.course = course;
    telling = equipment.telling();
    stopping = equipment.stopping();
  }

  /** Runs the phase that the session stands at and returns the one that comes after it. */
  P next() {
    if (stopping.endsBefore(session.phase().gate())) {
      return stopped();
    }
    telling.tell();
    StepResult<P> result = new StepResult<>(session.phase());
    CancellationScope scope =
        Workflow.newCancellationScope(() -> result.next = course.next(session.phase()));
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
      return course.failed();
    } finally {
      session.calls().clear();
    }
  }

  private P stopped() {
    return switch (stopping.ending()) {
      case SAVED -> course.saved();
      case CANCELLED -> course.cancelled();
    };
  }

  private static final class StepResult<P> {
    private P next;

    StepResult(P next) {
      this.next = next;
    }
  }

  private P failed(ActivityFailure e) {
    Throwable cause = e.getCause() == null ? e : e.getCause();
    String message =
        cause instanceof ApplicationFailure application
            ? application.getOriginalMessage()
            : cause.getMessage();
    session.ending(
        e.getActivityType() + " failed: " + Bounds.message(Optional.ofNullable(message)));
    return course.failed();
  }
}
