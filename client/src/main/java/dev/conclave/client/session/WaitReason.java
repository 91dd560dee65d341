package dev.conclave.client.session;

import dev.conclave.client.session.Workers.Presence;
import dev.conclave.workflows.api.WorkspaceActivities;
import dev.conclave.workflows.plan.SessionView;
import dev.conclave.workflows.temporal.Cut;
import dev.conclave.workflows.temporal.FailureTypes;
import dev.conclave.workflows.temporal.ServerException;
import io.temporal.api.enums.v1.PendingActivityState;
import io.temporal.api.failure.v1.Failure;
import io.temporal.api.workflow.v1.PendingActivityInfo;
import io.temporal.client.WorkflowExecutionDescription;
import io.temporal.common.converter.DataConverter;
import io.temporal.common.converter.DataConverterException;
import io.temporal.failure.ApplicationFailure;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Why a session does not go on although no human is awaited. Not thread-safe. */
public final class WaitReason {
  /** The server is asked for pollers no more often than this. */
  private static final Duration RECHECK = Duration.ofSeconds(10);

  private static final int LONGEST = 300;

  /** Asking for the reason of a session in a listing costs a call or two. */
  private static final int MOST_ASKED = 50;

  /** Failures that somebody may mend meanwhile: their activities are tried again. */
  private static final Set<String> MENDED =
      Set.of(
          FailureTypes.DISK_FULL, FailureTypes.CLONE_FAILED, UncheckedIOException.class.getName());

  private final Workers workers;
  private final DataConverter payloads;
  private long checkedAt;
  private Optional<String> last = Optional.empty();

  /**
   * For one session.
   *
   * @param payloads reads what failures say, which may be encrypted as all that a session keeps
   */
  WaitReason(Workers workers, DataConverter payloads) {
    this.workers = workers;
    this.payloads = payloads;
  }

  /** A sentence, or empty when the session goes on or waits for its human. */
  Optional<String> of(WorkflowExecutionDescription description, SessionView view) {
    if (Session.ended(description).isPresent()) {
      return Optional.empty();
    }
    Optional<String> known = view.hindrance().or(() -> retried(description, payloads));
    if (known.isPresent()) {
      return known;
    }
    if (!waits(description)) {
      last = Optional.empty();
      checkedAt = 0;
    } else if (checkedAt == 0 || System.nanoTime() - checkedAt > RECHECK.toNanos()) {
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

  /** Whether something is scheduled that no worker has taken. */
  private static boolean waits(WorkflowExecutionDescription description) {
    return description.getRawDescription().getPendingActivitiesList().stream()
        .anyMatch(p -> p.getState() == PendingActivityState.PENDING_ACTIVITY_STATE_SCHEDULED);
  }

  /** What the first failure of a pending activity says that somebody may mend. */
  static Optional<String> retried(
      WorkflowExecutionDescription description, DataConverter payloads) {
    return description.getRawDescription().getPendingActivitiesList().stream()
        .filter(PendingActivityInfo::hasLastFailure)
        .flatMap(p -> said(p.getLastFailure(), payloads))
        .filter(failure -> MENDED.contains(failure.getType()))
        .map(failure -> Cut.shown(failure.getOriginalMessage(), LONGEST))
        .findFirst();
  }

  /** The server wraps a failure whose trace is long into one of its own. */
  private static Stream<ApplicationFailure> said(Failure failure, DataConverter payloads) {
    try {
      return Stream.<Throwable>iterate(
              payloads.failureToException(failure), Objects::nonNull, Throwable::getCause)
          .filter(ApplicationFailure.class::isInstance)
          .map(ApplicationFailure.class::cast);
    } catch (DataConverterException e) {
      return Stream.empty(); // written with a key that is not ours; it is tried again all the same
    }
  }

  /**
   * The lines of a listing; of the newest that run and await no human, those that wait for a host
   * say so.
   */
  public static List<SessionLine> named(
      List<SessionLine> lines, Sessions sessions, Workers workers) {
    if (workers.ofWorkflows() != Presence.THERE) {
      return lines; // who would tell which host a session has?
    }
    List<SessionLine> named = new ArrayList<>();
    int asked = 0;
    for (SessionLine line : lines) {
      boolean ask = line.running() && !line.awaitsHuman() && asked++ < MOST_ASKED;
      named.add(
          ask ? of(sessions.get(line.id()), workers).map(line::hinderedBy).orElse(line) : line);
    }
    return named;
  }

  private static Optional<String> of(Session session, Workers workers) {
    try {
      WorkflowExecutionDescription description = session.describe();
      boolean suspected =
          waits(description)
              || description.getRawDescription().getPendingActivitiesList().stream()
                  .anyMatch(p -> p.getActivityType().getName().equals(WorkspaceActivities.OPEN));
      return suspected
          ? new WaitReason(workers, session.converter()).of(description, session.state())
          : Optional.empty();
    } catch (Refusal | ServerException e) {
      return Optional.empty(); // it ended meanwhile, or nobody tells: its line stands as it is
    }
  }
}
