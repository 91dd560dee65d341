package dev.conclave.workflows.session;

import dev.conclave.workflows.api.Workspace;
import dev.conclave.workflows.api.WorkspaceActivities;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.temporal.ActivityProfile;
import dev.conclave.workflows.temporal.Bounds;
import dev.conclave.workflows.temporal.FailureTypes;
import dev.conclave.workflows.temporal.HostActivities;
import dev.conclave.workflows.temporal.TaskQueues;
import io.temporal.activity.ActivityOptions;
import io.temporal.api.enums.v1.TimeoutType;
import io.temporal.failure.ActivityFailure;
import io.temporal.failure.ApplicationFailure;
import io.temporal.failure.CanceledFailure;
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
 * it takes. The host of a repository by URL is waited for with patience; when that has passed, a
 * probe tells whether it is busy, and waited for again and longer, or dead, and another takes its
 * place. See docs/operations.md.
 */
public final class HostCalls {
  /** More moves are no accident: something about the repository or the hosts has to be mended. */
  private static final int MOST_MOVES = 5;

  /** So many times as long as at first a busy host is waited for at most. */
  private static final int BUSY = 6;

  /** A host that is there takes a probe at once: nothing else waits on that queue. */
  private static final Duration PROBE_PATIENCE = Duration.ofSeconds(20);

  /** So long at most between two looks for another host. */
  private static final Duration LONGEST_LOOK = Duration.ofDays(1);

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
  private final SessionRun<?, ?> run;
  private final Duration patience;
  private boolean settling;

  HostCalls(SessionState<?> session, SessionRun<?, ?> run) {
    this.session = session;
    this.run = run;
    patience = session.request().workspace().patience().orElse(Configuration.DEFAULT_HOST_PATIENCE);
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
              Workflow.newActivityStub(type, patiently(profile, queue, summary, limit)));
        } catch (ActivityFailure e) {
          boolean over = CancellationScope.current().isCancelRequested() || session.closed();
          String failed = e.getCause() instanceof ApplicationFailure f ? f.getType() : "";
          if (WAITED_FOR.containsKey(failed) && !over) {
            pause = pause.isZero() ? FIRST_PAUSE : longer(pause, LONGEST_PAUSE);
            hindered(reason(e));
            Workflow.newTimer(
                    pause,
                    TimerOptions.newBuilder()
                        .setSummary(WAITED_FOR.getOrDefault(failed, ""))
                        .build())
                .get();
          } else if (!isLeft(there) || !FailureTypes.WRONG_HOST.equals(failed)) {
            // A session that is over does not move for its files.
            if (!isNotTaken(e) || over) {
              throw e;
            }
            // Behind a further attempt stands what ended the one before.
            begun |= e.getCause() != null && e.getCause().getCause() != null;
            settle(there);
            if (begun && isLeft(there)) {
              agent.ifPresent(
                  name ->
                      session.note(
                          name
                              + " was cut off on host "
                              + there.hostName()
                              + " and is asked again"));
              begun = false;
            }
            // Scheduled anew it stands at the end of the queue, and must not leave it so soon.
            limit = isLeft(there) ? patience : longer(limit, patience.multipliedBy(BUSY));
          } // else the session moved while this was put together
        }
      }
    } finally {
      if (!pause.isZero()) {
        hindered("");
      }
    }
  }

  /** The options of an activity on the host that the session has. */
  ActivityOptions options(ActivityProfile profile, String queue, String summary) {
    return patiently(profile, queue, summary, patience);
  }

  /** The same for what is given up after so long, be it taken or not. */
  ActivityOptions options(ActivityProfile profile, String queue, String summary, Duration whole) {
    return ActivityOptions.newBuilder(patiently(profile, queue, summary, patience))
        .setScheduleToCloseTimeout(whole)
        .build();
  }

  /** A folder has no limit: no other host has it. */
  private ActivityOptions patiently(
      ActivityProfile profile, String queue, String summary, Duration limit) {
    return session.request().workspace().url().isPresent()
        ? profile.on(queue, summary, limit)
        : profile.on(queue, summary);
  }

  /** Whether no worker took an activity, or its next attempt, in time. */
  public static boolean isNotTaken(Throwable failure) {
    return failure instanceof ActivityFailure e
        && e.getCause() instanceof TimeoutFailure timeout
        && timeout.getTimeoutType() == TimeoutType.TIMEOUT_TYPE_SCHEDULE_TO_START;
  }

  /**
   * To be called where an activity has failed: after a cancel any failure counts as cancelled.
   *
   * @throws CanceledFailure when the work was cancelled meanwhile
   */
  public static void throwIfCancelled() {
    if (CancellationScope.current().isCancelRequested()) {
      throw new CanceledFailure("cancelled while an activity failed");
    }
  }

  /** What an activity said when it failed, in at most 500 characters; empty when none did. */
  static Optional<String> said(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof ApplicationFailure application) {
        return Optional.of(Bounds.message(Optional.ofNullable(application.getOriginalMessage())));
      }
    }
    return Optional.empty();
  }

  /** What a failure says, in a sentence of at most 500 characters. */
  public static String reason(TemporalFailure failure) {
    Throwable cause = failure.getCause() == null ? failure : failure.getCause();
    return said(failure).orElseGet(() -> Bounds.message(Optional.ofNullable(cause.getMessage())));
  }

  /**
   * Returns when the session's host is there: the same when it takes a probe, else another. Where
   * no other can take its place, it is waited for, and from time to time another is looked for.
   *
   * @param there the session's workspace when its host took up no work
   * @throws ApplicationFailure of type {@link FailureTypes#HOST_GONE} when the session has moved
   *     too often
   * @throws CanceledFailure when the caller was cancelled meanwhile
   */
  void settle(Workspace there) {
    Workflow.await(() -> !settling);
    if (isLeft(there)) {
      return;
    }
    settling = true;
    try {
      if (!takesProbe(there, soon())) {
        replace(there);
      }
    } finally {
      hindered("");
      settling = false;
    }
  }

  /** Whether the session has another host by now. */
  private boolean isLeft(Workspace there) {
    return !session.opened().host().equals(there.host());
  }

  private void replace(Workspace dead) {
    String waiting = "waiting for host " + dead.hostName();
    hindered(waiting + " or another: no worker took a probe");
    Duration limit = patience;
    while (true) {
      try {
        leave(dead);
        return;
      } catch (ActivityFailure e) {
        throwIfCancelled();
        String why = e.getActivityType() + ": " + reason(e);
        hindered(waiting + ": no other can take its place, " + why);
      }
      if (takesProbe(dead, limit)) {
        return;
      }
      limit = longer(limit, LONGEST_LOOK);
    }
  }

  /** Goes from host to host until one is there and has all that the session needs. */
  private void leave(Workspace dead) {
    Workspace at = reopen(dead);
    while (!at.host().equals(dead.host())) {
      try {
        run.relocate(dead, at, patience);
        return;
      } catch (ActivityFailure e) {
        if (!isNotTaken(e) || CancellationScope.current().isCancelRequested()) {
          throw e;
        }
      }
      if (!takesProbe(at, soon())) {
        at = reopen(at);
      }
    }
    // It came back before another host took its place, and has everything still.
    session.settleIn(at);
  }

  /** Opens the repository on any host; it may be the one that is left, when it came back. */
  private Workspace reopen(Workspace from) {
    if (session.moves() >= MOST_MOVES) {
      throw ApplicationFailure.newNonRetryableFailure(
          "host %s is gone, and no other took its place: the session has moved %d times and moves no more"
              .formatted(from.hostName(), MOST_MOVES),
          FailureTypes.HOST_GONE);
    }
    String summary = "open the workspace in place of host " + Bounds.topic(from.hostName());
    Workspace to =
        Workflow.newActivityStub(
                WorkspaceActivities.class,
                ActivityProfile.REOPEN_WORKSPACE.on(TaskQueues.WORKFLOWS, summary))
            .open(session.request().workspace().at(from.head()));
    if (!to.host().equals(from.host())) {
      session.countMove();
    }
    return to;
  }

  /** Whether a host takes a probe in time. One that did is there, however slowly it answers. */
  private boolean takesProbe(Workspace workspace, Duration limit) {
    String summary = "is host " + Bounds.topic(workspace.hostName()) + " there?";
    try {
      Workflow.newActivityStub(
              HostActivities.class,
              ActivityProfile.PROBE.on(TaskQueues.probe(workspace.host()), summary, limit))
          .probe();
      return true;
    } catch (ActivityFailure e) {
      throwIfCancelled();
      return !isNotTaken(e);
    }
  }

  private Duration soon() {
    return patience.compareTo(PROBE_PATIENCE) < 0 ? patience : PROBE_PATIENCE;
  }

  /** Twice as long, up to the longest: for what is tried again and again. */
  private static Duration longer(Duration limit, Duration longest) {
    Duration twice = limit.multipliedBy(2);
    return twice.compareTo(longest) < 0 ? twice : longest;
  }

  private void hindered(String why) {
    session.hindered(Optional.of(why).filter(text -> !text.isEmpty()));
    session.showDetails();
  }
}
