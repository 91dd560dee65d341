package dev.conclave.workflows.plan;

import dev.conclave.workflows.agent.AgentActivities;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.host.ActivityProfile;
import dev.conclave.workflows.host.FailureTypes;
import dev.conclave.workflows.host.HostActivities;
import dev.conclave.workflows.host.TaskQueues;
import dev.conclave.workflows.workspace.Workspace;
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
 * takes. The host of a repository by URL is waited for with patience; when that has passed, a probe
 * tells a busy host, which is waited for again, from a dead one, whose place another takes. See
 * docs/operations.md.
 */
final class Hosting {
  /** A host that is there takes a probe at once: nothing else waits on that queue. */
  private static final Duration PROBE_PATIENCE = Duration.ofSeconds(20);

  private final Session session;
  private boolean settling;

  Hosting(Session session) {
    this.session = session;
  }

  /**
   * Does one thing on the session's host.
   *
   * @param work calls one activity; called again for the same host or another one, so it takes what
   *     it sends from the session's state as it then is
   * @throws ApplicationFailure of type {@link FailureTypes#HOST_GONE} when no host could take over
   */
  <A, R> R call(
      Class<A> type, ActivityProfile profile, String summary, Function<? super A, R> work) {
    return call(type, profile, TaskQueues::host, summary, work, Optional.empty());
  }

  /** Has an agent of the session's host do something; the same holds as for {@link #call}. */
  <R> R ask(String agent, String summary, Function<AgentActivities, R> work) {
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
    while (true) {
      Workspace there = session.openWorkspace();
      ActivityOptions options = options(profile, queue.apply(there.host()), summary);
      try {
        return work.apply(Workflow.newActivityStub(type, options));
      } catch (ActivityFailure e) {
        // A session that is over does not move for its files.
        if (!notTaken(e) || cancelled() || session.phase.closed()) {
          throw e;
        }
        settle(there);
        if (gone(there) && wasBegun(e)) {
          agent.ifPresent(cutOff -> session.notes.add(askedAgain(cutOff, there)));
        }
      }
    }
  }

  /** The options of an activity on the host that the session has. */
  ActivityOptions options(ActivityProfile profile, String queue, String summary) {
    return patience()
        .map(limit -> profile.on(queue, summary, limit))
        .orElseGet(() -> profile.on(queue, summary));
  }

  /** Absent for a path: no other host has it. */
  private Optional<Duration> patience() {
    return session
        .request
        .workspace()
        .url()
        .map(
            url ->
                session.request.workspace().patience().orElse(Configuration.DEFAULT_HOST_PATIENCE));
  }

  /**
   * Returns when the session's host is there, be it the one that was asked or another.
   *
   * @throws ApplicationFailure of type {@link FailureTypes#HOST_GONE} when no host could take over
   */
  void settle(Workspace there) {
    Workflow.await(() -> !settling);
    if (gone(there)) {
      return;
    }
    settling = true;
    try {
      if (!answers(there)) {
        leave(there);
      }
    } catch (ActivityFailure e) {
      Asking.rethrowCancellation(e);
      throw lost(there, e.getActivityType() + ": " + reason(e));
    } finally {
      settling = false;
    }
  }

  /** Goes from host to host until one is there and has all that the session needs. */
  private void leave(Workspace dead) {
    Move move = new Move(session, patience().orElseThrow());
    Workspace at = open(move, dead);
    while (!at.host().equals(dead.host())) {
      try {
        move.settle(dead, at);
        return;
      } catch (ActivityFailure e) {
        if (!notTaken(e) || cancelled()) {
          throw e;
        }
      }
      if (!answers(at)) {
        at = open(move, at);
      }
    }
    // It came back before another host took its place, and has everything still.
    session.workspace = Optional.of(at);
  }

  private Workspace open(Move move, Workspace from) {
    if (session.moves.made() >= Moves.MOST) {
      throw lost(from, "the session has moved " + Moves.MOST + " times and moves no more");
    }
    Workspace to = move.open(from);
    if (!to.host().equals(from.host())) {
      session.moves = session.moves.another();
    }
    return to;
  }

  /** Whether a host is there. One that took the probe is, however slowly it answers. */
  private boolean answers(Workspace workspace) {
    Duration limit = patience().orElse(PROBE_PATIENCE);
    ActivityOptions options =
        ActivityProfile.PROBE.on(
            TaskQueues.probe(workspace.host()),
            "is host " + workspace.hostName() + " there?",
            limit.compareTo(PROBE_PATIENCE) < 0 ? limit : PROBE_PATIENCE);
    try {
      Workflow.newActivityStub(HostActivities.class, options).probe();
      return true;
    } catch (ActivityFailure e) {
      Asking.rethrowCancellation(e);
      return !notTaken(e);
    }
  }

  private boolean gone(Workspace there) {
    return !session.openWorkspace().host().equals(there.host());
  }

  private static boolean cancelled() {
    return CancellationScope.current().isCancelRequested();
  }

  /** Whether no worker took an activity, or its next attempt, in time. */
  static boolean notTaken(Throwable failure) {
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

  private static String reason(ActivityFailure e) {
    return e.getCause() instanceof ApplicationFailure failure
        ? failure.getOriginalMessage()
        : String.valueOf(e.getCause() == null ? e.getMessage() : e.getCause().getMessage());
  }

  private static ApplicationFailure lost(Workspace there, String why) {
    return ApplicationFailure.newNonRetryableFailure(
        "host " + there.hostName() + " is gone, and no other took its place: " + why,
        FailureTypes.HOST_GONE);
  }
}
