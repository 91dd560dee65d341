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
 * Ends orphaned agent calls: those of closed sessions, and those whose session no longer waits for
 * them according to the server. In doubt a call continues, because a call ended by mistake must be
 * paid for twice. Not thread-safe.
 */
public final class OrphanedCalls implements Runnable {
  private static final int SWEEPS_A_TIDYING = 60;
  private static final Set<String> CALLS = Set.of(AgentActivities.ASK, CheckActivities.RUN);

  private final OrphanSweep sweep;
  private final WorkflowServiceStubs service;
  private final HostContext host;
  private int sweeps;

  /** Calls without a waiting activity in the previous sweep. */
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

  /** Removes snapshots, executions and spooled calls that are no longer needed. */
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
   * Whether a session may still need a call's result. A closed session does not (it repeats the
   * call when resumed), nor does one that waits for its human and has the result in its history.
   * Throws if the server is unreachable, to avoid a timeout for each further call.
   */
  private boolean needed(StartedCall call, Optional<WaitingActivity> asker) {
    DescribeWorkflowExecutionResponse session;
    try {
      session = describe(call.key());
    } catch (StatusRuntimeException e) {
      return switch (e.getStatus().getCode()) {
        // Perhaps of another server, or of an inaccessible namespace: decide by age.
        case NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT -> isYounger(call, spoolAge());
        case UNAVAILABLE, DEADLINE_EXCEEDED -> throw e;
        default -> true;
      };
    }
    WorkflowExecutionInfo run = session.getWorkflowExecutionInfo();
    // Results of an earlier run are kept for the run that resumed the session.
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

  /** Whether a session is closed or unknown to its server. */
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
      // An unknown session may belong to another server: decide by age.
      return e.getStatus().getCode() != Status.Code.NOT_FOUND
          || isYounger(call, Duration.ofDays(1));
    }
    if (isOver(session.getWorkflowExecutionInfo())) {
      return false;
    }
    if (asker.isEmpty() || mayBeWaitedFor(session, asker.get())) {
      return true;
    }
    // A resumed or reset session may be about to schedule the activity for this call: wait until
    // the next sweep.
    found.add(call);
    return !suspects.contains(call);
  }

  /**
   * Whether a pending activity may wait for the call. This is possible if an activity never started
   * on this host, or if a workflow task is pending.
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
   * Returns the ids of pending activities that may wait for a call of this host. After a move,
   * activities use another host's queues; the in-memory server returns no queue.
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
