package dev.conclave.workflows.hosting;

import dev.conclave.workflows.host.FailureTypes;
import dev.conclave.workflows.session.Patience;
import dev.conclave.workflows.session.Session;
import dev.conclave.workflows.wire.Bounds;
import io.temporal.failure.ActivityFailure;
import io.temporal.failure.ApplicationFailure;
import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.TimerOptions;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.util.Optional;

/**
 * What one piece of work does about a full disk of its host: nobody but a person can mend that, so
 * the session waits, says so where people look, and tries again, each time after as long as it has
 * waited already.
 */
final class FullDisk {
  /** After the attempts of the activity itself, which take about as long. */
  private static final Duration FIRST = Duration.ofSeconds(15);

  /** A history holds months of these. */
  private static final Duration LONGEST = Duration.ofMinutes(30);

  private final Session session;
  private Duration pause = FIRST;
  private boolean said;

  FullDisk(Session session) {
    this.session = session;
  }

  /** Whether it is waited for: a session that is stopped or over is not held up by it. */
  boolean isWaitedFor(ActivityFailure e) {
    return refusal(e).isPresent()
        && !CancellationScope.current().isCancelRequested()
        && !session.closed();
  }

  /** Returns when it is time to try again. */
  void waitForRoom(ActivityFailure e) {
    said = true;
    session.hindered(Bounds.message(refusal(e).map(ApplicationFailure::getOriginalMessage)));
    session.showDetails();
    Workflow.newTimer(pause, TimerOptions.newBuilder().setSummary("the disk is full").build())
        .get();
    pause = Patience.longer(pause, LONGEST);
  }

  /** What was tried went through, or is tried no more. */
  void over() {
    if (said) {
      session.unhindered();
      session.showDetails();
    }
  }

  private static Optional<ApplicationFailure> refusal(ActivityFailure e) {
    return e.getCause() instanceof ApplicationFailure failure
            && FailureTypes.DISK_FULL.equals(failure.getType())
        ? Optional.of(failure)
        : Optional.empty();
  }
}
