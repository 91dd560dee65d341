package dev.conclave.workflows.plan;

import dev.conclave.workflows.host.ActivityProfile;
import dev.conclave.workflows.host.FailureTypes;
import dev.conclave.workflows.host.HostActivities;
import dev.conclave.workflows.host.TaskQueues;
import dev.conclave.workflows.session.Moves;
import dev.conclave.workflows.wire.Bounds;
import dev.conclave.workflows.workspace.Workspace;
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
final class Settling {
  /** A host that is there takes a probe at once: nothing else waits on that queue. */
  private static final Duration PROBE_PATIENCE = Duration.ofSeconds(20);

  /** So long at most between two looks for another host. */
  private static final Duration LONGEST = Duration.ofDays(1);

  private final Session session;
  private final Duration patience;
  private boolean underWay;

  Settling(Session session, Duration patience) {
    this.session = session;
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
      session.hindrance = Optional.empty();
      underWay = false;
    }
    Telling.details(session);
  }

  /** Whether the session has another host by now. */
  boolean gone(Workspace there) {
    return !session.openWorkspace().host().equals(there.host());
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
        Asking.rethrowCancellation(e);
        String why = e.getActivityType() + ": " + reason(e);
        hindered(waiting + ": no other can take its place, " + why);
      }
      if (answers(dead, limit)) {
        return;
      }
      limit = Patience.longer(limit, LONGEST);
    }
  }

  /** Goes from host to host until one is there and has all that the session needs. */
  private void leave(Workspace dead) {
    Move move = new Move(session, patience);
    Workspace at = open(move, dead);
    while (!at.host().equals(dead.host())) {
      try {
        move.settle(dead, at);
        return;
      } catch (ActivityFailure e) {
        if (!Hosting.notTaken(e) || CancellationScope.current().isCancelRequested()) {
          throw e;
        }
      }
      if (!answers(at, soon())) {
        at = open(move, at);
      }
    }
    // It came back before another host took its place, and has everything still.
    session.workspace = Optional.of(at);
  }

  private Workspace open(Move move, Workspace from) {
    if (session.moves.made() >= Moves.MOST) {
      throw ApplicationFailure.newNonRetryableFailure(
          "host "
              + from.hostName()
              + " is gone, and no other took its place: the session has moved "
              + Moves.MOST
              + " times and moves no more",
          FailureTypes.HOST_GONE);
    }
    Workspace to = move.open(from);
    if (!to.host().equals(from.host())) {
      session.moves = session.moves.another();
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
      Asking.rethrowCancellation(e);
      return !Hosting.notTaken(e);
    }
  }

  private Duration soon() {
    return patience.compareTo(PROBE_PATIENCE) < 0 ? patience : PROBE_PATIENCE;
  }

  private void hindered(String why) {
    session.hindrance = Optional.of(Bounds.message(Optional.of(why)));
    Telling.details(session);
  }

  private static String reason(ActivityFailure e) {
    return e.getCause() instanceof ApplicationFailure failure
        ? failure.getOriginalMessage()
        : String.valueOf(e.getCause() == null ? e.getMessage() : e.getCause().getMessage());
  }
}
