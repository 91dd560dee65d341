package dev.conclave.workflows.session;

import dev.conclave.workflows.api.AgentFailure;
import dev.conclave.workflows.api.AgentStatus;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.api.FailureKind;
import io.temporal.workflow.TimerOptions;
import io.temporal.workflow.Workflow;
import java.time.Duration;

/** The patience with one agent's rate limit, where its configuration wants it waited out. */
final class RateLimit {
  /** When the agent does not say how long. */
  private static final Duration WAIT = Duration.ofMinutes(1);

  private static final int WAITS = 10;

  /**
   * Longest wait. A program's words may name any date, and some limits last for a month: then the
   * next agent is asked.
   */
  private static final Duration LONGEST = Duration.ofDays(1);

  private final Session session;
  private final boolean patient;
  private int waits;

  RateLimit(Session session, String agent) {
    this.session = session;
    patient = session.roster().find(agent).filter(AgentStatus::waitOnRateLimit).isPresent();
  }

  boolean isWaitedOut(AgentFailure failure) {
    return failure.kind() == FailureKind.RATE_LIMITED
        && patient
        && waits < WAITS
        && wait(failure).compareTo(LONGEST) <= 0;
  }

  /** Waits until the limit is reset, durably. */
  void waitOut(AskRequest request, int attempt, AgentFailure failure) {
    waits++;
    Duration wait = wait(failure);
    LiveCall pause =
        session.calls().pause(request, attempt, Session.now(), Session.now().plus(wait));
    try {
      Workflow.newTimer(
              wait, TimerOptions.newBuilder().setSummary(request.agent() + " · rate limit").build())
          .get();
    } finally {
      session.calls().leave(pause);
    }
  }

  private static Duration wait(AgentFailure failure) {
    return failure
        .resetAt()
        .map(reset -> Duration.between(Session.now(), reset))
        .filter(duration -> !duration.isNegative() && !duration.isZero())
        .orElse(WAIT);
  }
}
