package dev.conclave.worker;

import dev.conclave.activities.agent.process.CallFolder.CallKey;
import dev.conclave.activities.agent.process.CallFolder.StartedCall;
import dev.conclave.activities.agent.process.CallFolder.WaitingActivity;
import dev.conclave.activities.agent.process.OrphanSweep;
import dev.conclave.activities.workspace.Snapshots;
import dev.conclave.workflows.api.AgentActivities;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.temporal.TaskQueues;
import dev.conclave.workflows.temporal.TemporalConnection;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.api.workflow.v1.PendingActivityInfo;
import io.temporal.api.workflow.v1.WorkflowExecutionInfo;
import io.temporal.api.workflowservice.v1.DescribeWorkflowExecutionRequest;
import io.temporal.api.workflowservice.v1.DescribeWorkflowExecutionResponse;
import io.temporal.serviceclient.WorkflowServiceStubs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends agent calls that nobody waits for, as the server tells: those of sessions that are over, and
 * those whose session went on without them. What the server does not know for certain goes on: a
 * call ended by mistake is bought twice. For one thread at a time.
 */
public final class OrphanedCalls implements Registrations.Orphans {
  private static final Logger LOG = LoggerFactory.getLogger(OrphanedCalls.class);
  private final OrphanSweep sweep;
  private final DataFolder folder;
  private final Configuration configuration;
  private final WorkflowServiceStubs service;
  private final HostContext host;

  /** Calls that the sweep before this one found without an activity that waits for them. */
  private Set<StartedCall> suspects = Set.of();

  /** Calls of this host, judged by the server it works for. */
  public OrphanedCalls(HostContext host, TemporalConnection connection) {
    this.host = host;
    this.sweep = new OrphanSweep(host.folder());
    this.folder = host.folder();
    this.configuration = host.configuration();
    this.service = connection.service();
  }

  @Override
  public void sweep() {
    Set<StartedCall> found = new HashSet<>();
    try {
      sweep.sweep((call, asker) -> wanted(call, asker, found));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    suspects = found;
  }

  @Override
  public void tidy() {
    Snapshots.tidy(folder);
    try {
      sweep.trim(spoolAge(), configuration.spoolBytes(), this::needed);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Whether a session may still look for a call's result: not one that is over (resumed, it makes
   * the call again), nor one that waits for its human and has the result in its history. A server
   * that cannot be reached ends the trimming: each further call would wait for it as long.
   */
  private boolean needed(StartedCall call, Optional<WaitingActivity> asker) {
    DescribeWorkflowExecutionResponse session;
    try {
      session = describe(call.key());
    } catch (StatusRuntimeException e) {
      return switch (e.getStatus().getCode()) {
        // It may be another server's, or in a namespace closed to us: only its age can tell.
        case NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT ->
            call.started().isAfter(Instant.now().minus(spoolAge()));
        case UNAVAILABLE, DEADLINE_EXCEEDED -> throw e;
        default -> true;
      };
    }
    WorkflowExecutionInfo run = session.getWorkflowExecutionInfo();
    boolean over =
        run.getStatus() != WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_RUNNING
            && run.getStatus()
                != WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_CONTINUED_AS_NEW;
    // What an earlier run bought is kept for the one that resumed the session.
    return !over
        && (session.hasPendingWorkflowTask()
            || session.getPendingActivitiesCount() > 0
            || asker.filter(by -> by.run().equals(run.getExecution().getRunId())).isEmpty());
  }

  private Duration spoolAge() {
    return Duration.ofDays(configuration.spoolDays());
  }

  private boolean wanted(
      StartedCall call, Optional<WaitingActivity> asker, Set<StartedCall> found) {
    DescribeWorkflowExecutionResponse session;
    try {
      session = describe(call.key());
    } catch (StatusRuntimeException e) {
      // A session that this server does not have may be another server's: only silence is sure.
      return e.getStatus().getCode() != Status.Code.NOT_FOUND || youngerThanADay(call);
    }
    WorkflowExecutionStatus status = session.getWorkflowExecutionInfo().getStatus();
    if (status == WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_CONTINUED_AS_NEW) {
      return true;
    }
    if (status != WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_RUNNING) {
      return false;
    }
    if (asker.isEmpty() || mayBeWaitedFor(session, asker.get())) {
      return true;
    }
    // A session that is about to schedule the activity that wants this call (resumed, reset) shows
    // nothing of it yet: it is given the time until the next sweep.
    found.add(call);
    return !suspects.contains(call);
  }

  /**
   * Whether an activity that is pending waits for the call. One that never began on this host, and
   * a session that is about to decide, may do so without showing it.
   */
  private boolean mayBeWaitedFor(DescribeWorkflowExecutionResponse session, WaitingActivity asker) {
    if (session.hasPendingWorkflowTask()) {
      return true;
    }
    String run = session.getWorkflowExecutionInfo().getExecution().getRunId();
    Set<WaitingActivity> others = othersThan(asker);
    return pendingAsks(session, host.id().id()).stream()
        .anyMatch(activity -> !others.contains(new WaitingActivity(run, activity)));
  }

  private Set<WaitingActivity> othersThan(WaitingActivity asker) {
    try {
      Set<WaitingActivity> others = sweep.activities();
      others.remove(asker);
      return others;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private DescribeWorkflowExecutionResponse describe(CallKey key) {
    return service
        .blockingStub()
        .withDeadlineAfter(4, TimeUnit.SECONDS)
        .describeWorkflowExecution(
            DescribeWorkflowExecutionRequest.newBuilder()
                .setNamespace(key.namespace())
                .setExecution(WorkflowExecution.newBuilder().setWorkflowId(key.workflowId()))
                .build());
  }

  private static boolean youngerThanADay(StartedCall call) {
    return call.started().isAfter(Instant.now().minus(Duration.ofDays(1)));
  }

  /**
   * The ids of the activities of a session that may wait for a call of this host. Those of a
   * session that has moved ask on another host's queues.
   */
  static List<String> pendingAsks(DescribeWorkflowExecutionResponse session, String hostId) {
    return session.getPendingActivitiesList().stream()
        .filter(pending -> pending.getActivityType().getName().equals(AgentActivities.ASK))
        .filter(
            pending -> {
              // A server before 1.28 does not tell the queue: then it may be any.
              String queue = pending.getActivityOptions().getTaskQueue().getName();
              return queue.isEmpty() || queue.startsWith(TaskQueues.agent(hostId, ""));
            })
        .map(PendingActivityInfo::getActivityId)
        .toList();
  }

  /**
   * Looks for orphaned calls when a worker starts and while it runs, on a thread that keeps no
   * process alive. A look that fails costs money or disk space, not sessions.
   */
  static final class Watch implements AutoCloseable {
    private static final long GRACE_SECONDS = 5;
    private static final int SWEEPS_A_TIDYING = 60;
    private final ScheduledExecutorService thread =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread sweeping = new Thread(task, "orphaned calls");
              sweeping.setDaemon(true);
              return sweeping;
            });
    private int looks;

    /**
     * Looks before it returns, then periodically.
     *
     * @param pause from the end of one look to the next
     */
    Watch(Registrations.Orphans orphans, Duration pause) {
      look(orphans);
      var unused =
          thread.scheduleWithFixedDelay(
              () -> look(orphans), pause.toMillis(), pause.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void look(Registrations.Orphans orphans) {
      attempt(orphans::sweep);
      if (looks++ % SWEEPS_A_TIDYING == 0) {
        attempt(orphans::tidy);
      }
    }

    /** A timer that saw an exception would look no more. */
    private static void attempt(Runnable look) {
      try {
        look.run();
      } catch (RuntimeException e) {
        LOG.warn("orphaned calls could not be looked for", e);
      }
    }

    /** Looks no more; returns when a look that is under way is over, or after a few seconds. */
    @Override
    public void close() {
      thread.shutdown();
      try {
        if (!thread.awaitTermination(GRACE_SECONDS, TimeUnit.SECONDS)) {
          thread.shutdownNow();
        }
      } catch (InterruptedException e) {
        thread.shutdownNow();
        Thread.currentThread().interrupt();
      }
    }
  }
}
