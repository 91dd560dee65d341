package dev.conclave.workflows.session;

import dev.conclave.workflows.api.Workspace;
import dev.conclave.workflows.api.WorkspaceActivities;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.temporal.ActivityProfile;
import dev.conclave.workflows.temporal.Bounds;
import dev.conclave.workflows.temporal.FailureTypes;
import dev.conclave.workflows.temporal.TaskQueues;
import io.temporal.activity.ActivityOptions;
import io.temporal.api.enums.v1.TimeoutType;
import io.temporal.failure.ActivityFailure;
import io.temporal.failure.ApplicationFailure;
import io.temporal.failure.TemporalFailure;
import io.temporal.failure.TimeoutFailure;
import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.TimerOptions;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Activities on the host that has the session's workspace. A folder's host is waited for as long as
 * it takes. The host of a repository by URL is waited for with patience; when that has passed, it
 * is {@linkplain HostFailover settled} whether it is busy, and waited for again and longer, or
 * dead, and another takes its place. See docs/operations.md.
 */
public final class HostCalls {
  /** So many times as long as at first a busy host is waited for at most. */
  private static final int BUSY = 6;

  /** What the session waits out, since nobody can say when somebody will have mended it. */
  private static final Map<String, String> WAITED_FOR =
      Map.of(
          FailureTypes.DISK_FULL, "the disk is full",
          FailureTypes.CLONE_FAILED, "the repository is out of reach");

  /** After the attempts of the activity itself, which take about as long. */
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(15);

  /** A history holds months of these. */
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(30);

  private final SessionState<?> session;
  private final HostFailover failover;
  private final Duration patience;

  HostCalls(SessionState<?> session, HostFailover.Relocation relocation) {
    this.session = session;
    patience = session.request().workspace().patience().orElse(Configuration.DEFAULT_HOST_PATIENCE);
    failover = new HostFailover(session, relocation, patience);
  }

  /** Opens the workspace: on its host, or one by URL on any. */
  public void open() {
    String queue =
        session.request().workspace().host().map(TaskQueues::host).orElse(TaskQueues.WORKFLOWS);
    session.settleIn(
        Workflow.newActivityStub(
                WorkspaceActivities.class,
                ActivityProfile.OPEN_WORKSPACE.on(queue, "open the workspace"))
            .open(session.request().workspace()));
  }

  /**
   * Names the tree as it is now: from here on that one is looked at.
   *
   * @param purpose for the Temporal UI
   */
  public void nameTree(String purpose) {
    session.name(
        call(
            WorkspaceActivities.class,
            ActivityProfile.TREE,
            "name the tree" + purpose,
            workspaces -> workspaces.nameTree(session.opened())));
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
    return call(type, profile, Optional.empty(), summary, work);
  }

  /**
   * The same on the queue of an agent of the host.
   *
   * @param agent empty for the host's own queue
   */
  <A, R> R call(
      Class<A> type,
      ActivityProfile profile,
      Optional<String> agent,
      String summary,
      Function<? super A, R> work) {
    Duration limit = patience;
    Duration pause = Duration.ZERO;
    boolean begun = false;
    try {
      while (true) {
        Workspace there = session.opened();
        String queue =
            agent
                .map(name -> TaskQueues.agent(there.host(), name))
                .orElseGet(() -> TaskQueues.host(there.host()));
        try {
          return work.apply(
              Workflow.newActivityStub(type, options(profile, queue, summary, limit)));
        } catch (ActivityFailure e) {
          if (isWaitedOut(e)) {
            pause = pause.isZero() ? FIRST_PAUSE : Waits.longer(pause, LONGEST_PAUSE);
            waitOut(e, pause);
          } else if (!failover.gone(there) || !isRefusedAsStrange(e)) {
            // A session that is over does not move for its files.
            if (!isNotTaken(e)
                || CancellationScope.current().isCancelRequested()
                || session.closed()) {
              throw e;
            }
            begun |= hadBegun(e);
            failover.settle(there);
            if (failover.gone(there)) {
              if (begun) {
                agent.ifPresent(cutOff -> session.note(askedAgain(cutOff, there)));
              }
              limit = patience;
              begun = false;
            } else {
              // What is scheduled anew stands at the end of the queue: it must not leave it so
              // soon.
              limit = Waits.longer(limit, patience.multipliedBy(BUSY));
            }
          } // else the session moved while this was put together
        }
      }
    } finally {
      if (!pause.isZero()) {
        session.hindered(Optional.empty());
        session.showDetails();
      }
    }
  }

  /** A session that is stopped or over is not held up. */
  private boolean isWaitedOut(ActivityFailure e) {
    return e.getCause() instanceof ApplicationFailure failure
        && WAITED_FOR.containsKey(failure.getType())
        && !CancellationScope.current().isCancelRequested()
        && !session.closed();
  }

  private void waitOut(ActivityFailure e, Duration pause) {
    String type = ((ApplicationFailure) e.getCause()).getType();
    session.hindered(Optional.of(reason(e)));
    session.showDetails();
    Workflow.newTimer(
            pause, TimerOptions.newBuilder().setSummary(WAITED_FOR.getOrDefault(type, "")).build())
        .get();
  }

  private static boolean isRefusedAsStrange(ActivityFailure e) {
    return e.getCause() instanceof ApplicationFailure failure
        && FailureTypes.WRONG_HOST.equals(failure.getType());
  }

  /** The options of an activity on the host that the session has. */
  ActivityOptions options(ActivityProfile profile, String queue, String summary) {
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
   * holds as for {@link HostFailover#settle}.
   */
  void settle(Workspace there) {
    failover.settle(there);
  }

  /** Whether no worker took an activity, or its next attempt, in time. */
  public static boolean isNotTaken(Throwable failure) {
    return failure instanceof ActivityFailure e
        && e.getCause() instanceof TimeoutFailure timeout
        && timeout.getTimeoutType() == TimeoutType.TIMEOUT_TYPE_SCHEDULE_TO_START;
  }

  /** What a failure says, in a sentence of at most 500 characters. */
  public static String reason(TemporalFailure failure) {
    Throwable cause = failure.getCause() == null ? failure : failure.getCause();
    return Bounds.message(
        Optional.ofNullable(
            cause instanceof ApplicationFailure application
                ? application.getOriginalMessage()
                : cause.getMessage()));
  }

  /** Behind a further attempt stands what ended the one before. */
  private static boolean hadBegun(ActivityFailure e) {
    return e.getCause() != null && e.getCause().getCause() != null;
  }

  private static String askedAgain(String agent, Workspace there) {
    return agent + " was cut off on host " + there.hostName() + " and is asked again";
  }
}
