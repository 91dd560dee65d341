package dev.conclave.workflows.session;

import dev.conclave.workflows.api.Workspace;
import dev.conclave.workflows.api.WorkspaceActivities;
import dev.conclave.workflows.temporal.ActivityProfile;
import dev.conclave.workflows.temporal.Bounds;
import dev.conclave.workflows.temporal.FailureTypes;
import dev.conclave.workflows.temporal.HostActivities;
import dev.conclave.workflows.temporal.TaskQueues;
import io.temporal.failure.ActivityFailure;
import io.temporal.failure.ApplicationFailure;
import io.temporal.failure.CanceledFailure;
import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.util.Optional;

/**
 * Settles which host a session on a repository by URL has, when the one it had took up no work in
 * time: the same when it takes a probe, else another. Where no other can take its place, it is
 * waited for, and from time to time another is looked for again.
 */
final class HostFailover {
  /** A host that is there takes a probe at once: nothing else waits on that queue. */
  private static final Duration PROBE_PATIENCE = Duration.ofSeconds(20);

  /** So long at most between two looks for another host. */
  private static final Duration LONGEST = Duration.ofDays(1);

  /** Makes another host the session's own: {@link SessionRun#relocate}. */
  interface Relocation {
    void settle(Workspace from, Workspace to, Duration patience);
  }

  private final SessionState<?> session;
  private final Relocation relocation;
  private final Duration patience;
  private boolean underWay;

  HostFailover(SessionState<?> session, Relocation relocation, Duration patience) {
    this.session = session;
    this.relocation = relocation;
    this.patience = patience;
  }

  /**
   * Returns when the session's host is there, be it the one that was asked or another.
   *
   * @param there the session's workspace when its host took up no work
   * @throws ApplicationFailure of type {@link FailureTypes#HOST_GONE} when the session has moved
   *     too often
   * @throws CanceledFailure when the caller was cancelled meanwhile
   */
  void settle(Workspace there) {
    Workflow.await(() -> !underWay);
    if (gone(there)) {
      return;
    }
    underWay = true;
    try {
      if (!answers(there, soon())) {
        replace(there);
      }
    } finally {
      session.hindered(Optional.empty());
      session.showDetails();
      underWay = false;
    }
  }

  /** Whether the session has another host by now. */
  boolean gone(Workspace there) {
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
        Cancellation.rethrow(e);
        String why = e.getActivityType() + ": " + HostCalls.reason(e);
        hindered(waiting + ": no other can take its place, " + why);
      }
      if (answers(dead, limit)) {
        return;
      }
      limit = Waits.longer(limit, LONGEST);
    }
  }

  /** Goes from host to host until one is there and has all that the session needs. */
  private void leave(Workspace dead) {
    Workspace at = open(dead);
    while (!at.host().equals(dead.host())) {
      try {
        relocation.settle(dead, at, patience);
        return;
      } catch (ActivityFailure e) {
        if (!HostCalls.isNotTaken(e) || CancellationScope.current().isCancelRequested()) {
          throw e;
        }
      }
      if (!answers(at, soon())) {
        at = open(at);
      }
    }
    // It came back before another host took its place, and has everything still.
    session.settleIn(at);
  }

  /** Opens the repository on any host; it may be the one that is left, when it came back. */
  private Workspace open(Workspace from) {
    if (session.moves().made() >= Moves.MOST) {
      throw ApplicationFailure.newNonRetryableFailure(
          "host "
              + from.hostName()
              + " is gone, and no other took its place: the session has moved "
              + Moves.MOST
              + " times and moves no more",
          FailureTypes.HOST_GONE);
    }
    Workspace to =
        Workflow.newActivityStub(
                WorkspaceActivities.class,
                ActivityProfile.REOPEN_WORKSPACE.on(
                    TaskQueues.WORKFLOWS,
                    "open the workspace in place of host " + Bounds.topic(from.hostName())))
            .open(session.request().workspace().at(from.head()));
    if (!to.host().equals(from.host())) {
      session.moved(session.moves().another());
    }
    return to;
  }

  /** Whether a host takes a probe in time. One that did is there, however slowly it answers. */
  private boolean answers(Workspace workspace, Duration limit) {
    try {
      Workflow.newActivityStub(
              HostActivities.class,
              ActivityProfile.PROBE.on(
                  TaskQueues.probe(workspace.host()),
                  "is host " + Bounds.topic(workspace.hostName()) + " there?",
                  limit))
          .probe();
      return true;
    } catch (ActivityFailure e) {
      Cancellation.rethrow(e);
      return !HostCalls.isNotTaken(e);
    }
  }

  private Duration soon() {
    return patience.compareTo(PROBE_PATIENCE) < 0 ? patience : PROBE_PATIENCE;
  }

  private void hindered(String why) {
    session.hindered(Optional.of(why));
    session.showDetails();
  }
}
