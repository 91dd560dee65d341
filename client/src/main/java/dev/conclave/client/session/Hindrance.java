package dev.conclave.client.session;

import dev.conclave.client.session.Workers.Presence;
import dev.conclave.workflows.api.WorkspaceActivities;
import dev.conclave.workflows.plan.SessionView;
import io.temporal.api.enums.v1.PendingActivityState;
import io.temporal.client.WorkflowExecutionDescription;
import io.temporal.common.converter.DataConverter;
import java.time.Duration;
import java.util.Optional;

/** Why a session does not go on although no human is awaited. Not thread-safe. */
final class Hindrance {
  /** The server is asked for pollers no more often than this. */
  private static final Duration RECHECK = Duration.ofSeconds(10);

  private final Workers workers;
  private final RetriedFailures retried;
  private long checkedAt;
  private Optional<String> last = Optional.empty();

  /**
   * For one session.
   *
   * @param payloads reads what failures say, which may be encrypted as all that a session keeps
   */
  Hindrance(Workers workers, DataConverter payloads) {
    this.workers = workers;
    this.retried = new RetriedFailures(payloads);
  }

  /** A sentence, or empty when the session goes on or waits for its human. */
  Optional<String> of(WorkflowExecutionDescription description, SessionView view) {
    boolean ended = Session.ended(description).isPresent();
    if (!ended && view.hindrance().isPresent()) {
      return view.hindrance();
    }
    Optional<String> failed = ended ? Optional.empty() : retried.in(description);
    if (failed.isPresent()) {
      return failed;
    }
    if (ended || !waits(description)) {
      last = Optional.empty();
      checkedAt = 0;
      return last;
    }
    if (checkedAt == 0 || System.nanoTime() - checkedAt > RECHECK.toNanos()) {
      checkedAt = System.nanoTime();
      last = view.host().map(id -> sleepingHost(id, view)).orElseGet(this::nobodyOpens);
    }
    return last;
  }

  private Optional<String> sleepingHost(String id, SessionView view) {
    return workers.ofHost(id) == Presence.ABSENT
        ? Optional.of(
            "waiting for host "
                + view.hostName().orElse(id)
                + ": no worker of it polls now; `conclave up --detach` there starts one")
        : Optional.empty();
  }

  /** A repository by URL that no host has yet. */
  private Optional<String> nobodyOpens() {
    return workers.ofAnyHost() == Presence.ABSENT
        ? Optional.of("waiting for a worker that takes workspaces by URL: none polls now")
        : Optional.empty();
  }

  /** Whether it is worth asking the session: something waits for a worker, or a host is found. */
  static boolean suspected(WorkflowExecutionDescription description) {
    return waits(description)
        || description.getRawDescription().getPendingActivitiesList().stream()
            .anyMatch(p -> p.getActivityType().getName().equals(WorkspaceActivities.OPEN));
  }

  /** Whether something is scheduled that no worker has taken. */
  private static boolean waits(WorkflowExecutionDescription description) {
    return description.getRawDescription().getPendingActivitiesList().stream()
        .anyMatch(p -> p.getState() == PendingActivityState.PENDING_ACTIVITY_STATE_SCHEDULED);
  }
}
