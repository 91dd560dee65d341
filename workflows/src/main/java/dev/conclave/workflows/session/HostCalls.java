package dev.conclave.workflows.session;

import dev.conclave.workflows.api.RosterActivities;
import dev.conclave.workflows.api.RosterActivities.HostRoster;
import dev.conclave.workflows.api.SearchActivities;
import dev.conclave.workflows.api.SearchActivities.GatherRequest;
import dev.conclave.workflows.api.SearchActivities.GatheredContext;
import dev.conclave.workflows.api.WorkspaceActivities;
import dev.conclave.workflows.api.WorkspaceActivities.Tree;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.model.Workspace;
import dev.conclave.workflows.temporal.ActivityProfile;
import dev.conclave.workflows.temporal.FailureTypes;
import dev.conclave.workflows.temporal.HostActivities;
import dev.conclave.workflows.temporal.TaskQueues;
import dev.conclave.workflows.text.Bounds;
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
import io.temporal.workflow.WorkflowLock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Activities on the session's host. A folder's host is waited for without limit. For a repository
 * by URL a probe tells a busy host from a dead one, which another replaces (docs/operations.md).
 */
public final class HostCalls {
  /** After so many moves something is wrong with the repository or the hosts. */
  private static final int MOST_MOVES = 5;

  /** The wait for a busy host grows to at most this multiple of the patience. */
  private static final int BUSY = 6;

  /** A host that is there takes a probe at once: nothing else waits on that queue. */
  private static final Duration PROBE_PATIENCE = Duration.ofSeconds(20);

  /** Longest pause between two searches for another host. */
  private static final Duration LONGEST_LOOK = Duration.ofDays(1);

  /** What the session waits out: a full disk, a repository out of reach. */
  private static final Set<String> WAITED_FOR =
      Set.of(FailureTypes.DISK_FULL, FailureTypes.CLONE_FAILED);

  /** Begins where the retries of the activity itself end. */
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(15);

  /** Keeps a history small over months of waiting. */
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(30);

  private static final String LIST_AGENTS = "look for the agents";
  private static final String SEARCH = "the search for context";

  private final SessionState<?> session;
  private final SessionRun<?, ?> run;
  private final Duration patience;

  /** Activities that a worker may have taken. */
  private int underWay;

  private final WorkflowLock settling = Workflow.newWorkflowLock();

  HostCalls(SessionState<?> session, SessionRun<?, ?> run) {
    this.session = session;
    this.run = run;
    patience = session.request().workspace().patience().orElse(Configuration.DEFAULT_HOST_PATIENCE);
  }

  public void open() {
    String queue =
        session.request().workspace().host().map(TaskQueues::host).orElse(TaskQueues.WORKFLOWS);
    session.settleIn(
        Workflow.newActivityStub(
                WorkspaceActivities.class,
                ActivityProfile.OPEN_WORKSPACE.on(queue, "open the workspace"))
            .open(session.request().workspace()));
  }

  public void listAgents() {
    session
        .roster()
        .listed(
            call(
                RosterActivities.class,
                ActivityProfile.LIST_AGENTS,
                LIST_AGENTS,
                roster -> roster.list(session.request().agents())));
  }

  /** After a wait for a human, agents and files may be others. */
  public void lookAgain() {
    if (session.roster().stale()) {
      listAgents();
      nameTree(" again");
    }
  }

  /**
   * Does what the session can do without, and notes where it fails.
   *
   * @param what of the note, such as {@code the search}
   */
  public <R> Optional<R> unlessFailing(String what, Supplier<R> work) {
    try {
      return Optional.of(work.get());
    } catch (ActivityFailure e) {
      throwIfCancelled();
      if (isNotTaken(e)) {
        throw e;
      }
      session.note(what + " failed: " + reason(e));
      return Optional.empty();
    }
  }

  /**
   * Searches the tree for what the task is about; agents read it themselves, so a session does
   * without where that fails.
   *
   * @param words of the human beside the task
   */
  public Optional<GatheredContext> search(List<String> words) {
    return unlessFailing(
        SEARCH,
        () ->
            call(
                SearchActivities.class,
                ActivityProfile.GATHER_CONTEXT,
                "gather context",
                search -> search.gather(toGather(words, session.opened(), session.named()))));
  }

  /** The same on a host that the session is about to move to. */
  public Optional<GatheredContext> search(List<String> words, Workspace to, Tree tree) {
    return unlessFailing(
        SEARCH,
        () ->
            on(to, SearchActivities.class, ActivityProfile.GATHER_CONTEXT, "gather context anew")
                .gather(toGather(words, to, tree)));
  }

  private GatherRequest toGather(List<String> words, Workspace workspace, Tree tree) {
    return new GatherRequest(
        session.session(), session.request().task(), words, workspace, tree.id());
  }

  /** Names the tree as it is now: from here on that one is looked at. */
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
    try {
      while (true) {
        Workspace there = session.opened();
        String queue =
            agent
                .map(name -> TaskQueues.agent(there.host(), name))
                .orElseGet(() -> profile.queue(there.host()));
        try {
          underWay++;
          try {
            return work.apply(
                Workflow.newActivityStub(type, patiently(profile, queue, summary, limit)));
          } finally {
            underWay--;
          }
        } catch (ActivityFailure e) {
          boolean over = CancellationScope.current().isCancelRequested() || session.closed();
          String failed = e.getCause() instanceof ApplicationFailure f ? f.getType() : "";
          if (WAITED_FOR.contains(failed) && !over) {
            pause = pause.isZero() ? FIRST_PAUSE : longer(pause, LONGEST_PAUSE);
            hindered(reason(e));
            renewIfAlone();
            TimerOptions next = TimerOptions.newBuilder().setSummary("until the next try").build();
            Workflow.newTimer(pause, next).get();
          } else if (!isLeft(there) || !FailureTypes.WRONG_HOST.equals(failed)) {
            // A session that is over does not move for its files.
            if (!isNotTaken(e) || over) {
              throw e;
            }
            settle(there);
            if (isLeft(there)) {
              agent.ifPresent(
                  name ->
                      session.note(
                          "the call of %s may have been cut off on host %s; it is asked again"
                              .formatted(name, there.hostName())));
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

  /** The same, given up after {@code whole} whether a worker took it or not. */
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

  /** The message of the activity's failure, at most 500 characters; empty without one. */
  static Optional<String> said(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof ApplicationFailure application) {
        return Optional.of(Bounds.message(Optional.ofNullable(application.getOriginalMessage())));
      }
    }
    return Optional.empty();
  }

  /** The reason for a failure, at most 500 characters. */
  public static String reason(TemporalFailure failure) {
    Throwable cause = failure.getCause() == null ? failure : failure.getCause();
    return said(failure).orElseGet(() -> Bounds.message(Optional.ofNullable(cause.getMessage())));
  }

  /**
   * Returns when the session's host is there: the same one when it takes a probe, else another.
   *
   * @param there the session's workspace when its host took up no work
   * @throws ApplicationFailure of type {@link FailureTypes#HOST_GONE} when the session has moved
   *     too often
   * @throws CanceledFailure when the caller was cancelled meanwhile
   */
  public void settle(Workspace there) {
    // Calls side by side come here together: the first one looks for the host, for all of them.
    settling.lock();
    try {
      if (!isLeft(there) && !takesProbe(there, soon())) {
        replace(there);
      }
    } finally {
      hindered("");
      settling.unlock();
    }
  }

  private boolean isLeft(Workspace there) {
    return !session.opened().host().equals(there.host());
  }

  private void replace(Workspace dead) {
    String waiting = "waiting for host " + dead.hostName();
    hindered(waiting + " or another: no worker responds");
    Duration limit = patience;
    while (true) {
      try {
        refuseAfterEnd();
        Workspace at = reopen(dead);
        if (at.host().equals(dead.host())) {
          // It came back before another took its place, and has everything still.
          session.settleIn(at);
        } else {
          relocate(dead, at);
        }
        return;
      } catch (ActivityFailure e) {
        throwIfCancelled();
        String why = e.getActivityType() + ": " + reason(e);
        hindered(waiting + ": no other host can take over, " + why);
        // When the other took up no work either, a third may be there now.
        boolean another = isNotTaken(e);
        if (takesProbe(dead, another ? soon() : limit)) {
          return;
        }
        limit = another ? limit : longer(limit, LONGEST_LOOK);
        renewIfAlone();
      }
    }
  }

  /** A run may be continued as new while all that it does is to wait. */
  private void renewIfAlone() {
    if (underWay == 0) {
      run.renewWhileWaiting();
    }
  }

  /** A move may be carried by a thread that the end of the session does not wait for. */
  private void refuseAfterEnd() {
    if (session.closed()) {
      throw new CanceledFailure("the session is over: it does not move");
    }
  }

  private void relocate(Workspace from, Workspace to) {
    HostRoster agents =
        on(to, RosterActivities.class, ActivityProfile.LIST_AGENTS, LIST_AGENTS)
            .list(session.request().agents());
    Optional<Tree> tree =
        session
            .tree()
            .map(
                before ->
                    on(to, WorkspaceActivities.class, ActivityProfile.TREE, "name the tree")
                        .nameTree(to));
    refuseAfterEnd();
    run.relocate(from, to, agents, tree);
  }

  private <A> A on(Workspace to, Class<A> type, ActivityProfile profile, String summary) {
    return Workflow.newActivityStub(
        type, profile.on(TaskQueues.host(to.host()), summary, patience));
  }

  /** Opens the repository on any host: perhaps on the same one, if it came back. */
  private Workspace reopen(Workspace from) {
    if (session.moves() >= MOST_MOVES) {
      throw ApplicationFailure.newNonRetryableFailure(
          "host %s is gone, and the session has already moved %d times, the most it may"
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

  /** Whether a worker of the host takes a probe in time, however slowly it answers. */
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

  private static Duration longer(Duration limit, Duration longest) {
    Duration twice = limit.multipliedBy(2);
    return twice.compareTo(longest) < 0 ? twice : longest;
  }

  private void hindered(String why) {
    session.hindered(Optional.of(why).filter(text -> !text.isEmpty()));
    session.showDetails();
  }
}
