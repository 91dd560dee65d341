package dev.conclave.worker;

import dev.conclave.activities.agent.process.Asker;
import dev.conclave.activities.agent.process.CallKey;
import dev.conclave.activities.agent.process.OrphanSweep;
import dev.conclave.activities.agent.process.SpooledCall;
import dev.conclave.activities.workspace.SnapshotCare;
import dev.conclave.workflows.config.Configuration;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.api.workflow.v1.WorkflowExecutionInfo;
import io.temporal.api.workflowservice.v1.DescribeWorkflowExecutionRequest;
import io.temporal.api.workflowservice.v1.DescribeWorkflowExecutionResponse;
import io.temporal.serviceclient.WorkflowServiceStubs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Ends agent calls that nobody waits for, as the server tells: those of sessions that are over, and
 * those whose session went on without them. What the server does not know for certain goes on: a
 * call ended by mistake is bought twice. For one thread at a time.
 */
public final class OrphanedCalls implements Registrations.Orphans {
  private final OrphanSweep sweep;
  private final SnapshotCare snapshots;
  private final Configuration configuration;
  private final WorkflowServiceStubs service;
  private final PendingAsks asks;

  /** Calls that the sweep before this one found without an activity that waits for them. */
  private Set<SpooledCall> suspects = Set.of();

  /** Calls of this host, judged by the server it works for. */
  public OrphanedCalls(WorkerHost host) {
    this.sweep = new OrphanSweep(host.folder());
    this.snapshots = new SnapshotCare(host.folder());
    this.configuration = host.configuration();
    this.service = host.connection().service();
    this.asks = new PendingAsks(host.id().id());
  }

  @Override
  public void sweep() {
    Set<SpooledCall> found = new HashSet<>();
    try {
      sweep.sweep((call, asker) -> wanted(call, asker, found));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    suspects = found;
  }

  @Override
  public void tidy() {
    snapshots.tidy();
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
  private boolean needed(SpooledCall call, Optional<Asker> asker) {
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

  private boolean wanted(SpooledCall call, Optional<Asker> asker, Set<SpooledCall> found) {
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
  private boolean mayBeWaitedFor(DescribeWorkflowExecutionResponse session, Asker asker) {
    if (session.hasPendingWorkflowTask()) {
      return true;
    }
    String run = session.getWorkflowExecutionInfo().getExecution().getRunId();
    Set<Asker> others = othersThan(asker);
    return asks.of(session).stream()
        .anyMatch(activity -> !others.contains(new Asker(run, activity)));
  }

  private Set<Asker> othersThan(Asker asker) {
    try {
      Set<Asker> others = sweep.askers();
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

  private static boolean youngerThanADay(SpooledCall call) {
    return call.started().isAfter(Instant.now().minus(Duration.ofDays(1)));
  }
}
