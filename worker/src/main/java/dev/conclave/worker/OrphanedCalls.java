package dev.conclave.worker;

import dev.conclave.activities.agent.process.CallKey;
import dev.conclave.activities.agent.process.OrphanSweep;
import dev.conclave.activities.agent.process.SpooledCall;
import dev.conclave.activities.workspace.SnapshotCare;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.api.workflowservice.v1.DescribeWorkflowExecutionRequest;
import io.temporal.serviceclient.WorkflowServiceStubs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Ends agent calls whose sessions are over, as the server tells. What the server does not know for
 * certain goes on: a call ended by mistake is bought twice.
 */
public final class OrphanedCalls implements Registrations.Orphans {

  /** After that long nobody looks into a finished call's spool any more. */
  private static final Duration KEPT = Duration.ofDays(30);

  private final OrphanSweep sweep;
  private final SnapshotCare snapshots;
  private final WorkflowServiceStubs service;

  /** Calls of this host, judged by the server it works for. */
  public OrphanedCalls(WorkerHost host) {
    this.sweep = new OrphanSweep(host.folder());
    this.snapshots = new SnapshotCare(host.folder());
    this.service = host.connection().service();
  }

  @Override
  public void sweep() {
    try {
      sweep.sweep(this::wanted);
      sweep.prune(KEPT);
      snapshots.tidy();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private boolean wanted(SpooledCall call) {
    CallKey key = call.key();
    try {
      WorkflowExecutionStatus status =
          service
              .blockingStub()
              .withDeadlineAfter(4, TimeUnit.SECONDS)
              .describeWorkflowExecution(
                  DescribeWorkflowExecutionRequest.newBuilder()
                      .setNamespace(key.namespace())
                      .setExecution(WorkflowExecution.newBuilder().setWorkflowId(key.workflowId()))
                      .build())
              .getWorkflowExecutionInfo()
              .getStatus();
      return status == WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_RUNNING
          || status == WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_CONTINUED_AS_NEW;
    } catch (StatusRuntimeException e) {
      // A session that this server does not have may be another server's: only silence is sure.
      return e.getStatus().getCode() != Status.Code.NOT_FOUND || youngerThanADay(call);
    }
  }

  private static boolean youngerThanADay(SpooledCall call) {
    return call.started().isAfter(java.time.Instant.now().minus(Duration.ofDays(1)));
  }
}
