package dev.conclave.workflows.session;

import io.temporal.workflow.Async;
import io.temporal.workflow.TimerOptions;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.time.Instant;

/** The clock of a session's deadline, and its reminders. */
public final class DeadlineWatch {
  private static final double[] REMINDERS = {0.5, 0.9};

  private final Session session;
  private final Telling telling;
  private final Stopping stopping;

  public DeadlineWatch(Session session, Telling telling, Stopping stopping) {
    this.session = session;
    this.telling = telling;
    this.stopping = stopping;
  }

  /** Starts the deadline's clock and its reminders. */
  public void start() {
    if (session.deadlineAt().isEmpty() || session.deadlineServed()) {
      return;
    }
    Instant end = session.deadlineAt().get();
    Duration whole = session.request().deadline().orElseThrow().after();
    Instant start = end.minus(whole);
    for (double part : REMINDERS) {
      Instant at = start.plus(Duration.ofMillis((long) (whole.toMillis() * part)));
      if (at.isAfter(Session.now())) {
        Async.procedure(() -> remind(at, (int) (part * 100)));
      }
    }
    Async.procedure(() -> pass(end));
  }

  private void remind(Instant at, int percent) {
    timer(at, "reminder at " + percent + " %");
    if (session.closed()) {
      return; // it waits for its folder, and for nobody's answer any more
    }
    telling.people().reminder(percent);
    session.note(Deadline.reminder(percent));
    session.touch();
    telling.tell();
  }

  private void pass(Instant end) {
    timer(end, "deadline");
    stopping.deadlinePasses();
  }

  private static void timer(Instant at, String summary) {
    Duration wait = Duration.between(Session.now(), at);
    if (!wait.isNegative() && !wait.isZero()) {
      Workflow.newTimer(wait, TimerOptions.newBuilder().setSummary(summary).build()).get();
    }
  }
}
