package dev.conclave.workflows.session;

import dev.conclave.workflows.api.RosterActivities;
import dev.conclave.workflows.api.RosterActivities.HostRoster;
import dev.conclave.workflows.api.WorkspaceActivities;
import dev.conclave.workflows.api.WorkspaceActivities.Opened;
import dev.conclave.workflows.model.Workspace;
import dev.conclave.workflows.temporal.ActivityProfile;
import dev.conclave.workflows.temporal.FailureTypes;
import dev.conclave.workflows.temporal.HostActivities;
import dev.conclave.workflows.temporal.TaskQueues;
import dev.conclave.workflows.text.Bounds;
import io.temporal.failure.ActivityFailure;
import io.temporal.failure.ApplicationFailure;
import io.temporal.failure.CanceledFailure;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowLock;
import java.time.Duration;

/**
 * Ensures that a session has a live host. For a repository by URL, a probe distinguishes a busy
 * host from a dead one, which is replaced by another (docs/operations.md).
 */
public final class HostFailover {
  /** More moves indicate a problem of the repository or the hosts. */
  private static final int MOST_MOVES = 5;

  /** A live host answers probes immediately: their queue has no other tasks. */
  private static final Duration PROBE_PATIENCE = Duration.ofSeconds(20);

  /** Longest pause between two searches for another host. */
  private static final Duration LONGEST_LOOK = Duration.ofDays(1);

  private final SessionState<?> state;
  private final SessionRun<?, ?, ?> run;
  private final HostCalls calls;
  private final Duration patience;
  private final WorkflowLock looking = Workflow.newWorkflowLock();

  HostFailover(SessionState<?> state, SessionRun<?, ?, ?> run, HostCalls calls, Duration patience) {
    this.state = state;
    this.run = run;
    this.calls = calls;
    this.patience = patience;
  }

  /**
   * Returns when the session has a live host: its own if that answers a probe, else another.
   *
   * @param there the session's workspace when its host did not pick up work
   * @throws ApplicationFailure of type {@link FailureTypes#HOST_GONE} when the session has moved
   *     too often
   * @throws CanceledFailure when the caller was cancelled meanwhile
   */
  public void ensureHost(Workspace there) {
    // Parallel calls arrive together; the first one finds a host for all of them.
    looking.lock();
    try {
      if (!hasMovedFrom(there) && !takesProbe(there, soon())) {
        replace(there);
      }
    } finally {
      setHindrance("");
      looking.unlock();
    }
  }

  boolean hasMovedFrom(Workspace there) {
    return !state.requireWorkspace().host().equals(there.host());
  }

  private void replace(Workspace dead) {
    String waiting = "waiting for host " + dead.hostName();
    setHindrance(waiting + " or another: no worker responds");
    Duration limit = patience;
    while (true) {
      try {
        refuseAfterEnd();
        Opened opened = reopen(dead);
        Workspace at = opened.workspace();
        if (at.host().equals(dead.host())) {
          // It came back before another took over, and still has everything.
          state.setWorkspace(at);
        } else {
          relocate(dead, opened);
        }
        return;
      } catch (ActivityFailure e) {
        HostCalls.throwIfCancelled();
        String why = e.getActivityType() + ": " + HostCalls.reason(e);
        setHindrance(waiting + ": no other host is available, " + why);
        // If the other host did not pick up work either, a third may be available now.
        boolean another = HostCalls.isScheduleToStartTimeout(e);
        if (takesProbe(dead, another ? soon() : limit)) {
          return;
        }
        limit = another ? limit : backOff(limit, LONGEST_LOOK);
        calls.renewIfAlone();
      }
    }
  }

  /** The session's end does not wait for every thread that may move it. */
  private void refuseAfterEnd() {
    if (state.closed()) {
      throw new CanceledFailure("the session has ended and does not move");
    }
  }

  private void relocate(Workspace from, Opened opened) {
    Workspace to = opened.workspace();
    HostRoster agents =
        on(to, RosterActivities.class, ActivityProfile.LIST_AGENTS, HostCalls.LIST_AGENTS)
            .list(state.request().agents());
    refuseAfterEnd();
    run.relocate(from, opened, agents);
  }

  <A> A on(Workspace to, Class<A> type, ActivityProfile profile, String summary) {
    return calls.stub(type, profile.on(TaskQueues.host(to.host()), summary, patience));
  }

  /** Opens the repository on any host, including the same one if it came back. */
  private Opened reopen(Workspace from) {
    if (state.moves() >= MOST_MOVES) {
      throw ApplicationFailure.newNonRetryableFailure(
          "host %s is unavailable, and the session has reached the limit of %d moves"
              .formatted(from.hostName(), MOST_MOVES),
          FailureTypes.HOST_GONE);
    }
    String summary =
        state.summary("open the workspace in place of host " + Bounds.topic(from.hostName()));
    Opened to =
        calls
            .stub(
                WorkspaceActivities.class,
                ActivityProfile.REOPEN_WORKSPACE.on(TaskQueues.WORKFLOWS, summary))
            .open(state.request().workspace().at(from.head()));
    if (!to.workspace().host().equals(from.host())) {
      state.countMove();
    }
    return to;
  }

  /** Returns whether a worker of the host picks up a probe in time, however slowly it answers. */
  private boolean takesProbe(Workspace workspace, Duration limit) {
    String summary = state.summary("is host " + Bounds.topic(workspace.hostName()) + " alive?");
    try {
      calls
          .stub(
              HostActivities.class,
              ActivityProfile.PROBE.on(TaskQueues.probe(workspace.host()), summary, limit))
          .probe();
      return true;
    } catch (ActivityFailure e) {
      HostCalls.throwIfCancelled();
      return !HostCalls.isScheduleToStartTimeout(e);
    }
  }

  private Duration soon() {
    return patience.compareTo(PROBE_PATIENCE) < 0 ? patience : PROBE_PATIENCE;
  }

  static Duration backOff(Duration limit, Duration longest) {
    Duration twice = limit.multipliedBy(2);
    return twice.compareTo(longest) < 0 ? twice : longest;
  }

  void setHindrance(String why) {
    state.setHindrance(why.isEmpty() ? null : why);
    state.showDetails();
  }
}
