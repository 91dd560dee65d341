package dev.conclave.workflows.session;

import dev.conclave.workflows.temporal.Bounds;
import dev.conclave.workflows.temporal.FailureTypes;
import io.temporal.failure.ActivityFailure;
import io.temporal.failure.ApplicationFailure;
import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.TimerOptions;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * What one piece of work does about what it cannot mend by itself, and nobody can say when somebody
 * will have: a full disk of its host, a remote out of reach. The session waits, says so where
 * people look, and tries again, each time after as long as it has waited already.
 */
final class Hindrance {
  private static final Map<String, String> WAITED_FOR =
      Map.of(
          FailureTypes.DISK_FULL, "the disk is full",
          FailureTypes.CLONE_FAILED, "the repository is out of reach");

  /** After the attempts of the activity itself, which take about as long. */
  private static final Duration FIRST = Duration.ofSeconds(15);

  /** A history holds months of these. */
  private static final Duration LONGEST = Duration.ofMinutes(30);

  private final Session session;
  private Duration pause = FIRST;
  private boolean said;

  Hindrance(Session session) {
    this.session = session;
  }

  /** Whether its end is waited for: a session that is stopped or over is not held up by it. */
  boolean isWaitedFor(ActivityFailure e) {
    return met(e).isPresent()
        && !CancellationScope.current().isCancelRequested()
        && !session.closed();
  }

  /** Returns when it is time to try again. */
  void await(ActivityFailure e) {
    ApplicationFailure failure = met(e).orElseThrow();
    String summary = WAITED_FOR.getOrDefault(failure.getType(), "");
    said = true;
    session.hindered(Bounds.message(Optional.of(failure.getOriginalMessage())));
    session.showDetails();
    Workflow.newTimer(pause, TimerOptions.newBuilder().setSummary(summary).build()).get();
    pause = Patience.longer(pause, LONGEST);
  }

  /** What was tried went through, or is tried no more. */
  void over() {
    if (said) {
      session.unhindered();
      session.showDetails();
    }
  }

  private static Optional<ApplicationFailure> met(ActivityFailure e) {
    return e.getCause() instanceof ApplicationFailure failure
            && WAITED_FOR.containsKey(failure.getType())
        ? Optional.of(failure)
        : Optional.empty();
  }
}
