package dev.conclave.worker;

import dev.conclave.activities.agent.process.CallFolder.CallKey;
import dev.conclave.activities.agent.process.CallFolder.StartedCall;
import dev.conclave.activities.agent.process.CallFolder.WaitingActivity;
import dev.conclave.activities.agent.process.OrphanSweep;
import dev.conclave.activities.workspace.ExecutionRepository;
import dev.conclave.activities.workspace.Snapshots;
import dev.conclave.workflows.api.AgentActivities;
import dev.conclave.workflows.api.CheckActivities;
import dev.conclave.workflows.temporal.TaskQueues;
import dev.conclave.workflows.temporal.TemporalConnection;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.temporal.api.common.v1.WorkflowExecution;
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
import java.util.concurrent.TimeUnit;

/**
 * Ends agent calls that nobody waits for, as the server tells: those of sessions that are over, and
 * those whose session went on without them. What the server does not know for certain goes on: a
 * call ended by mistake is bought twice. For one thread at a time.
 */
public final class OrphanedCalls implements Runnable {
  private static final int SWEEPS_A_TIDYING = 60;
  private static final Set<String> CALLS = Set.of(AgentActivities.ASK, CheckActivities.RUN);

  private final OrphanSweep sweep;
  private final WorkflowServiceStubs service;
  private final HostContext host;
  private int sweeps;

  /** Calls that the previous sweep found no activity waiting for. */
  private Set<StartedCall> suspects = Set.of();

  public OrphanedCalls(HostContext host, TemporalConnection connection) {
    this.host = host;
    this.sweep = new OrphanSweep(host.folder());
    this.service = connection.service();
  }

  @Override
  public void run() {
    boolean tidies = sweeps++ % SWEEPS_A_TIDYING == 0;
    try {
      sweep();
    } finally {
      if (tidies) {
        tidy();
      }
    }
  }

  void sweep() {
    Set<StartedCall> found = new HashSet<>();
    try {
      sweep.sweep((call, asker) -> wanted(call, asker, found));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    suspects = found;
  }

  /** Removes snapshots, executions and spooled calls that nobody needs any more. */
  void tidy() {
    Snapshots.tidy(host.folder());
    ExecutionRepository.tidy(host.folder(), spoolAge(), this::isOver);
    try {
      sweep.trim(spoolAge(), host.configuration().spoolBytes(), this::needed);
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
        case NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT -> isYounger(call, spoolAge());
        case UNAVAILABLE, DEADLINE_EXCEEDED -> throw e;
        default -> true;
      };
    }
    WorkflowExecutionInfo run = session.getWorkflowExecutionInfo();
    // What an earlier run bought is kept for the one that resumed the session.
    return !isOver(run)
        && (session.hasPendingWorkflowTask()
            || session.getPendingActivitiesCount() > 0
            || asker.filter(by -> by.run().equals(run.getExecution().getRunId())).isEmpty());
  }

  private Duration spoolAge() {
    return Duration.ofDays(host.configuration().spoolDays());
  }

  private static boolean isYounger(StartedCall call, Duration age) {
    return call.started().isAfter(Instant.now().minus(age));
  }

  /** Whether a session is over; one that its server does not know any more is, too. */
  private boolean isOver(String session) {
    try {
      CallKey key = new CallKey(host.settings().namespace(), session, "");
      return isOver(describe(key).getWorkflowExecutionInfo());
    } catch (StatusRuntimeException e) {
      return e.getStatus().getCode() == Status.Code.NOT_FOUND;
    }
  }

  private static boolean isOver(WorkflowExecutionInfo run) {
    return switch (run.getStatus()) {
      case WORKFLOW_EXECUTION_STATUS_RUNNING, WORKFLOW_EXECUTION_STATUS_CONTINUED_AS_NEW -> false;
      default -> true;
    };
  }

  private boolean wanted(
      StartedCall call, Optional<WaitingActivity> asker, Set<StartedCall> found) {
    DescribeWorkflowExecutionResponse session;
    try {
      session = describe(call.key());
    } catch (StatusRuntimeException e) {
      // A session that this server does not have may be another server's: only silence is sure.
      return e.getStatus().getCode() != Status.Code.NOT_FOUND
          || isYounger(call, Duration.ofDays(1));
    }
    if (isOver(session.getWorkflowExecutionInfo())) {
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
    try {
      String run = session.getWorkflowExecutionInfo().getExecution().getRunId();
      Set<WaitingActivity> others = sweep.activities();
      others.remove(asker);
      return pendingAsks(session, host.id().id()).stream()
          .anyMatch(activity -> !others.contains(new WaitingActivity(run, activity)));
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

  /**
   * The ids of the activities of a session that may wait for a call of this host. Those of a
   * session that has moved ask on another host's queues; the in-memory server tells no queue.
   */
  static List<String> pendingAsks(DescribeWorkflowExecutionResponse session, String hostId) {
    return session.getPendingActivitiesList().stream()
        .filter(pending -> CALLS.contains(pending.getActivityType().getName()))
        .filter(
            pending -> {
              String queue = pending.getActivityOptions().getTaskQueue().getName();
              return queue.isEmpty()
                  || queue.startsWith(TaskQueues.agent(hostId, ""))
                  || queue.equals(TaskQueues.checks(hostId));
            })
        .map(PendingActivityInfo::getActivityId)
        .toList();
  }
}
