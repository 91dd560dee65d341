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
 * Sees to it that a session has a host. For a repository by URL a probe tells a busy host from a
 * dead one, which another replaces (docs/operations.md).
 */
public final class HostFailover {
  /** After so many moves something is wrong with the repository or the hosts. */
  private static final int MOST_MOVES = 5;

  /** A host that is there takes a probe at once: nothing else waits on that queue. */
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
   * Returns when the session's host is there: the same one when it takes a probe, else another.
   *
   * @param there the session's workspace when its host took up no work
   * @throws ApplicationFailure of type {@link FailureTypes#HOST_GONE} when the session has moved
   *     too often
   * @throws CanceledFailure when the caller was cancelled meanwhile
   */
  public void ensureHost(Workspace there) {
    // Calls side by side come here together: the first one looks for the host, for all of them.
    looking.lock();
    try {
      if (!isLeft(there) && !takesProbe(there, soon())) {
        replace(there);
      }
    } finally {
      hindered("");
      looking.unlock();
    }
  }

  boolean isLeft(Workspace there) {
    return !state.requireWorkspace().host().equals(there.host());
  }

  private void replace(Workspace dead) {
    String waiting = "waiting for host " + dead.hostName();
    hindered(waiting + " or another: no worker responds");
    Duration limit = patience;
    while (true) {
      try {
        refuseAfterEnd();
        Opened opened = reopen(dead);
        Workspace at = opened.workspace();
        if (at.host().equals(dead.host())) {
          // It came back before another took its place, and has everything still.
          state.setWorkspace(at);
        } else {
          relocate(dead, opened);
        }
        return;
      } catch (ActivityFailure e) {
        HostCalls.throwIfCancelled();
        String why = e.getActivityType() + ": " + HostCalls.reason(e);
        hindered(waiting + ": no other host can take over, " + why);
        // When the other took up no work either, a third may be there now.
        boolean another = HostCalls.isNotTaken(e);
        if (takesProbe(dead, another ? soon() : limit)) {
          return;
        }
        limit = another ? limit : longer(limit, LONGEST_LOOK);
        calls.renewIfAlone();
      }
    }
  }

  /** A move may be carried by a thread that the end of the session does not wait for. */
  private void refuseAfterEnd() {
    if (state.closed()) {
      throw new CanceledFailure("the session is over: it does not move");
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

  /** Opens the repository on any host: perhaps on the same one, if it came back. */
  private Opened reopen(Workspace from) {
    if (state.moves() >= MOST_MOVES) {
      throw ApplicationFailure.newNonRetryableFailure(
          "host %s is gone, and the session has already moved %d times, the most it may"
              .formatted(from.hostName(), MOST_MOVES),
          FailureTypes.HOST_GONE);
    }
    String summary = "open the workspace in place of host " + Bounds.topic(from.hostName());
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

  /** Whether a worker of the host takes a probe in time, however slowly it answers. */
  private boolean takesProbe(Workspace workspace, Duration limit) {
    String summary = "is host " + Bounds.topic(workspace.hostName()) + " there?";
    try {
      calls
          .stub(
              HostActivities.class,
              ActivityProfile.PROBE.on(TaskQueues.probe(workspace.host()), summary, limit))
          .probe();
      return true;
    } catch (ActivityFailure e) {
      HostCalls.throwIfCancelled();
      return !HostCalls.isNotTaken(e);
    }
  }

  private Duration soon() {
    return patience.compareTo(PROBE_PATIENCE) < 0 ? patience : PROBE_PATIENCE;
  }

  static Duration longer(Duration limit, Duration longest) {
    Duration twice = limit.multipliedBy(2);
    return twice.compareTo(longest) < 0 ? twice : longest;
  }

  void hindered(String why) {
    state.hindered(why.isEmpty() ? null : why);
    state.showDetails();
  }
}
