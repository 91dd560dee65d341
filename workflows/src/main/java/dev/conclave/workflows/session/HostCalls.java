package dev.conclave.workflows.session;

import dev.conclave.workflows.api.Change;
import dev.conclave.workflows.api.ChangeSpec;
import dev.conclave.workflows.api.ExecutionActivities;
import dev.conclave.workflows.api.ReviewActivities;
import dev.conclave.workflows.api.RosterActivities;
import dev.conclave.workflows.api.SearchActivities;
import dev.conclave.workflows.api.SearchActivities.GatherRequest;
import dev.conclave.workflows.api.SearchActivities.GatheredContext;
import dev.conclave.workflows.api.WorkspaceActivities;
import dev.conclave.workflows.api.WorkspaceActivities.Opened;
import dev.conclave.workflows.api.WorkspaceActivities.Tree;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.model.Workspace;
import dev.conclave.workflows.temporal.ActivityProfile;
import dev.conclave.workflows.temporal.FailureTypes;
import dev.conclave.workflows.temporal.NotSealed;
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
import io.temporal.workflow.Functions.Proc;
import io.temporal.workflow.Workflow;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Runs activities on the session's host. Waits without limit for the host of a path workspace. */
public final class HostCalls {
  /** The patience for a busy host doubles up to this multiple. */
  private static final int BUSY = 6;

  /** Failures to wait out: a full disk, an unreachable repository. */
  private static final Set<String> WAITED_FOR =
      Set.of(FailureTypes.DISK_FULL, FailureTypes.CLONE_FAILED);

  /** Continues where the activity's own retries end. */
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(15);

  /** Limits history over months of waiting. */
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(30);

  private static final Duration AT_THE_END = Duration.ofSeconds(30);

  static final String LIST_AGENTS = "find the agents";
  private static final String NEXT_ATTEMPT = "until the next attempt";
  private static final String SEARCH = "the search for context";

  private final SessionState<?> state;
  private final SessionRun<?, ?, ?> run;
  private final HostFailover failover;
  private final Duration patience;

  /** Activities that a worker may have picked up. */
  private int underWay;

  HostCalls(SessionState<?> state, SessionRun<?, ?, ?> run) {
    this.state = state;
    this.run = run;
    patience = state.request().workspace().patience().orElse(Configuration.DEFAULT_HOST_PATIENCE);
    failover = new HostFailover(state, run, this, patience);
  }

  public HostFailover failover() {
    return failover;
  }

  /** Opens the workspace and names its tree. */
  public void open() {
    String queue =
        state.request().workspace().host().map(TaskQueues::host).orElse(TaskQueues.WORKFLOWS);
    Opened opened =
        stub(
                WorkspaceActivities.class,
                ActivityProfile.OPEN_WORKSPACE.on(queue, state.summary("open the workspace")))
            .open(state.request().workspace());
    state.setWorkspace(opened.workspace());
    state.setTree(opened.tree());
  }

  public void listAgents() {
    state.updateRoster(
        call(
            RosterActivities.class,
            ActivityProfile.LIST_AGENTS,
            LIST_AGENTS,
            roster -> roster.list(state.request().agents())));
  }

  /** Lists the agents and names the tree again, if they may be outdated. */
  public void refresh(String purpose) {
    List<Proc> parts = new ArrayList<>();
    if (state.roster().stale()) {
      parts.add(this::listAgents);
    }
    if (!state.treeIsFresh()) {
      parts.add(() -> nameTree(purpose));
    }
    AgentCalls.inParallel(parts.toArray(Proc[]::new));
  }

  /**
   * Runs optional work; a failure is only noted.
   *
   * @param what subject of the note, such as {@code the search}
   */
  public <R> Optional<R> tryOptional(String what, Supplier<R> work) {
    try {
      return Optional.of(work.get());
    } catch (ActivityFailure e) {
      throwIfCancelled();
      if (isScheduleToStartTimeout(e)) {
        throw e;
      }
      state.note(what + " failed: " + reason(e));
      return Optional.empty();
    }
  }

  /**
   * Searches the tree for context of the task. Optional, because agents read the tree themselves.
   *
   * @param words the human's, in addition to the task
   */
  public Optional<GatheredContext> search(List<String> words) {
    return tryOptional(
        SEARCH,
        () ->
            call(
                SearchActivities.class,
                ActivityProfile.GATHER_CONTEXT,
                "gather context",
                search ->
                    search.gather(toGather(words, state.requireWorkspace(), state.requireTree()))));
  }

  /** Searches on a host that the session is about to move to. */
  public Optional<GatheredContext> search(List<String> words, Workspace to, Tree tree) {
    return tryOptional(
        SEARCH,
        () ->
            failover
                .on(
                    to,
                    SearchActivities.class,
                    ActivityProfile.GATHER_CONTEXT,
                    "gather the context again")
                .gather(toGather(words, to, tree)));
  }

  private GatherRequest toGather(List<String> words, Workspace workspace, Tree tree) {
    return new GatherRequest(state.session(), state.request().task(), words, workspace, tree.id());
  }

  /** Opens a change for review; its tree becomes the session's tree. */
  public Change open(ChangeSpec change) {
    Change opened =
        call(
            ReviewActivities.class,
            ActivityProfile.OPEN_WORKSPACE,
            "open the change",
            changes -> changes.open(state.requireWorkspace(), change));
    state.setTree(tree(opened));
    return opened;
  }

  /** Opens a change on a host that the session is about to move to. */
  public Change open(ChangeSpec change, Workspace to) {
    return failover
        .on(to, ReviewActivities.class, ActivityProfile.OPEN_WORKSPACE, "open the change again")
        .open(to, change);
  }

  /** Returns the tree after a change, which reviewers read. */
  public static Tree tree(Change change) {
    Optional<String> head = Optional.of(change.head()).filter(commit -> !commit.isEmpty());
    return new Tree(change.tree(), head, head.isEmpty(), change.files(), 0, Optional.empty());
  }

  /** Names the current tree; it becomes the session's tree. */
  public void nameTree(String purpose) {
    state.setTree(
        call(
            WorkspaceActivities.class,
            ActivityProfile.TREE,
            "name the tree" + purpose,
            workspaces -> workspaces.nameTree(state.requireWorkspace())));
  }

  /**
   * Runs one activity on the session's host.
   *
   * @param work calls one activity; may be called again for the same or another host, so it must
   *     read its input from the session's current state
   * @throws ApplicationFailure of type {@link FailureTypes#HOST_GONE} when no host could take over
   */
  public <A, R> R call(
      Class<A> type, ActivityProfile profile, String summary, Function<? super A, R> work) {
    return call(type, profile, null, summary, work);
  }

  /** Runs one activity on the repository of an execution. */
  public <R> R inRepository(String summary, Function<ExecutionActivities, R> work) {
    return call(ExecutionActivities.class, ActivityProfile.TREE, summary, work);
  }

  /**
   * Runs one activity on an agent's queue of the host.
   *
   * @param agent null for the host's own queue
   */
  <A, R> R call(
      Class<A> type,
      ActivityProfile profile,
      @Nullable String agent,
      String summary,
      Function<? super A, R> work) {
    Duration limit = patience;
    Duration pause = Duration.ZERO;
    try {
      while (true) {
        Workspace there = state.requireWorkspace();
        String queue =
            agent == null ? profile.queue(there.host()) : TaskQueues.agent(there.host(), agent);
        try {
          underWay++;
          try {
            return work.apply(stub(type, patiently(profile, queue, summary, limit)));
          } finally {
            underWay--;
          }
        } catch (ActivityFailure e) {
          boolean over = CancellationScope.current().isCancelRequested() || state.closed();
          String failed = e.getCause() instanceof ApplicationFailure f ? f.getType() : "";
          if (WAITED_FOR.contains(failed) && !over) {
            pause = pause.isZero() ? FIRST_PAUSE : HostFailover.backOff(pause, LONGEST_PAUSE);
            failover.setHindrance(reason(e));
            renewIfAlone();
            Workflow.newTimer(pause, state.timer(NEXT_ATTEMPT)).get();
          } else if (!failover.hasMovedFrom(there) || !FailureTypes.WRONG_HOST.equals(failed)) {
            // A session that has ended does not move to write its files.
            if (!isScheduleToStartTimeout(e) || over) {
              throw e;
            }
            failover.ensureHost(there);
            if (failover.hasMovedFrom(there) && agent != null) {
              state.note(
                  "the call of %s on host %s may have been interrupted; it is repeated"
                      .formatted(agent, there.hostName()));
            }
            // Rescheduled at the end of the queue, it needs more patience.
            limit =
                failover.hasMovedFrom(there)
                    ? patience
                    : HostFailover.backOff(limit, patience.multipliedBy(BUSY));
          } // else the session moved while the request was built
        }
      }
    } finally {
      if (!pause.isZero()) {
        failover.setHindrance("");
      }
    }
  }

  /**
   * Returns an activity stub, as {@link Workflow#newActivityStub}. Repeats an activity whose result
   * or failure is not sealed as required: a third party took it from the queue and answered.
   */
  <A> A stub(Class<A> type, ActivityOptions options) {
    A stub = Workflow.newActivityStub(type, options);
    InvocationHandler again =
        (proxy, method, arguments) -> {
          Duration pause = FIRST_PAUSE;
          while (true) {
            try {
              return method.invoke(stub, arguments);
            } catch (InvocationTargetException e) {
              Throwable thrown = e.getTargetException();
              if (!NotSealed.isCauseOf(thrown)) {
                throw thrown;
              }
              String why = "the result of %s was not sealed; the call is repeated";
              state.gates().refuse("", why.formatted(method.getName()), SessionState.now());
              state.touch();
              Workflow.newTimer(pause, state.timer(NEXT_ATTEMPT)).get();
              pause = HostFailover.backOff(pause, LONGEST_PAUSE);
            }
          }
        };
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, again));
  }

  ActivityOptions options(ActivityProfile profile, String queue, String summary) {
    return patiently(profile, queue, summary, patience);
  }

  /** Returns options with {@code whole} as schedule-to-close timeout. */
  ActivityOptions options(ActivityProfile profile, String queue, String summary, Duration whole) {
    return ActivityOptions.newBuilder(patiently(profile, queue, summary, patience))
        .setScheduleToCloseTimeout(whole)
        .build();
  }

  /** Returns the stub of an activity at the session's end; it fails after half a minute. */
  public <A> A atTheEnd(Class<A> type, ActivityProfile profile, String summary) {
    String queue = profile.queue(state.requireWorkspace().host());
    return stub(type, options(profile, queue, summary, AT_THE_END));
  }

  /** No limit for a path workspace: no other host has it. */
  private ActivityOptions patiently(
      ActivityProfile profile, String queue, String summary, Duration limit) {
    String shown =
        profile == ActivityProfile.CHECK // a command line
            ? summary
            : state.summary(summary);
    return state.request().mayMove() ? profile.on(queue, shown, limit) : profile.on(queue, shown);
  }

  /** Returns whether no worker picked up an activity, or its next attempt, in time. */
  public static boolean isScheduleToStartTimeout(Throwable failure) {
    return failure instanceof ActivityFailure e
        && e.getCause() instanceof TimeoutFailure timeout
        && timeout.getTimeoutType() == TimeoutType.TIMEOUT_TYPE_SCHEDULE_TO_START;
  }

  /**
   * Call it where an activity has failed: after a cancellation, any failure counts as cancelled.
   *
   * @throws CanceledFailure when the work was cancelled meanwhile
   */
  public static void throwIfCancelled() {
    if (CancellationScope.current().isCancelRequested()) {
      throw new CanceledFailure("cancelled while an activity failed");
    }
  }

  /** Returns the message of the activity's failure, at most 500 characters; empty without one. */
  static Optional<String> failureMessage(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof ApplicationFailure application) {
        return Optional.of(Bounds.message(Optional.ofNullable(application.getOriginalMessage())));
      }
    }
    return Optional.empty();
  }

  /** Returns the reason for a failure, at most 500 characters. */
  public static String reason(TemporalFailure failure) {
    Throwable cause = failure.getCause() == null ? failure : failure.getCause();
    return failureMessage(failure)
        .orElseGet(() -> Bounds.message(Optional.ofNullable(cause.getMessage())));
  }

  /** A run may continue as new while it only waits. */
  void renewIfAlone() {
    if (underWay == 0) {
      run.renewWhileWaiting();
    }
  }
}
