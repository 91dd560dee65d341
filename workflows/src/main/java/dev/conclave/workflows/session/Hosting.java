package dev.conclave.workflows.session;

import dev.conclave.workflows.api.AgentActivities;
import dev.conclave.workflows.api.Workspace;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.temporal.ActivityProfile;
import dev.conclave.workflows.temporal.FailureTypes;
import dev.conclave.workflows.temporal.TaskQueues;
import io.temporal.activity.ActivityOptions;
import io.temporal.api.enums.v1.TimeoutType;
import io.temporal.failure.ActivityFailure;
import io.temporal.failure.ApplicationFailure;
import io.temporal.failure.TimeoutFailure;
import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/**
 * Work on the host that has the session's workspace. A folder's host is waited for as long as it
 * takes. The host of a repository by URL is waited for with patience; when that has passed, it is
 * {@linkplain Settling settled} whether it is busy, and waited for again and longer, or dead, and
 * another takes its place. See docs/operations.md.
 */
public final class Hosting {
  /** So many times as long as at first a busy host is waited for at most. */
  private static final int BUSY = 6;

  private final Session session;
  private final Settling settling;
  private final Duration patience;

  /** The host of a session that takes along to another what {@code relocation} says. */
  public Hosting(Session session, Relocation relocation) {
    this.session = session;
    patience = session.request().workspace().patience().orElse(Configuration.DEFAULT_HOST_PATIENCE);
    settling = new Settling(session, relocation, patience);
  }

  /**
   * Does one thing on the session's host.
   *
   * @param work calls one activity; called again for the same host or another one, so it takes what
   *     it sends from the session's state as it then is
   * @throws ApplicationFailure of type {@link FailureTypes#HOST_GONE} when no host could take over
   */
  public <A, R> R call(
      Class<A> type, ActivityProfile profile, String summary, Function<? super A, R> work) {
    return call(type, profile, TaskQueues::host, summary, work, Optional.empty());
  }

  /** Has an agent of the session's host do something; the same holds as for {@link #call}. */
  public <R> R ask(String agent, String summary, Function<AgentActivities, R> work) {
    return call(
        AgentActivities.class,
        ActivityProfile.ASK,
        host -> TaskQueues.agent(host, agent),
        summary,
        work,
        Optional.of(agent));
  }

  private <A, R> R call(
      Class<A> type,
      ActivityProfile profile,
      Function<String, String> queue,
      String summary,
      Function<? super A, R> work,
      Optional<String> agent) {
    Hindrance hindrance = new Hindrance(session);
    try {
      return call(type, profile, queue, summary, work, agent, hindrance);
    } finally {
      hindrance.over();
    }
  }

  private <A, R> R call(
      Class<A> type,
      ActivityProfile profile,
      Function<String, String> queue,
      String summary,
      Function<? super A, R> work,
      Optional<String> agent,
      Hindrance hindrance) {
    Duration limit = patience;
    boolean begun = false;
    while (true) {
      Workspace there = session.whereabouts().opened();
      ActivityOptions options = options(profile, queue.apply(there.host()), summary, limit);
      try {
        return work.apply(Workflow.newActivityStub(type, options));
      } catch (ActivityFailure e) {
        if (hindrance.isWaitedFor(e)) {
          hindrance.await(e);
          continue;
        }
        if (settling.gone(there) && refusedAsStrange(e)) {
          continue; // the session moved while this was put together
        }
        // A session that is over does not move for its files.
        if (!notTaken(e) || CancellationScope.current().isCancelRequested() || session.closed()) {
          throw e;
        }
        begun |= wasBegun(e);
        settling.settle(there);
        if (!settling.gone(there)) {
          // What is scheduled anew stands at the end of the queue: it must not leave it so soon.
          limit = Patience.longer(limit, patience.multipliedBy(BUSY));
          continue;
        }
        if (begun) {
          agent.ifPresent(cutOff -> session.note(askedAgain(cutOff, there)));
        }
        limit = patience;
        begun = false;
      }
    }
  }

  private static boolean refusedAsStrange(ActivityFailure e) {
    return e.getCause() instanceof ApplicationFailure failure
        && FailureTypes.WRONG_HOST.equals(failure.getType());
  }

  /** The options of an activity on the host that the session has. */
  public ActivityOptions options(ActivityProfile profile, String queue, String summary) {
    return options(profile, queue, summary, patience);
  }

  /** A folder has no limit: no other host has it. */
  private ActivityOptions options(
      ActivityProfile profile, String queue, String summary, Duration limit) {
    return session.request().workspace().url().isPresent()
        ? profile.on(queue, summary, limit)
        : profile.on(queue, summary);
  }

  /**
   * Returns when the session's host is there, be it the one that was asked or another; the same
   * holds as for {@link Settling#settle}.
   */
  public void settle(Workspace there) {
    settling.settle(there);
  }

  /** Whether no worker took an activity, or its next attempt, in time. */
  public static boolean notTaken(Throwable failure) {
    return failure instanceof ActivityFailure e
        && e.getCause() instanceof TimeoutFailure timeout
        && timeout.getTimeoutType() == TimeoutType.TIMEOUT_TYPE_SCHEDULE_TO_START;
  }

  /** Behind a further attempt stands what ended the one before. */
  private static boolean wasBegun(ActivityFailure e) {
    return e.getCause() != null && e.getCause().getCause() != null;
  }

  private static String askedAgain(String agent, Workspace there) {
    return agent + " was cut off on host " + there.hostName() + " and is asked again";
  }
}
