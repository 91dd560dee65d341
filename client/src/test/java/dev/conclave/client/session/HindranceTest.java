package dev.conclave.client.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.workflows.host.FailureTypes;
import io.temporal.api.common.v1.Memo;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.api.failure.v1.ApplicationFailureInfo;
import io.temporal.api.failure.v1.Failure;
import io.temporal.api.failure.v1.ServerFailureInfo;
import io.temporal.api.workflow.v1.PendingActivityInfo;
import io.temporal.api.workflow.v1.WorkflowExecutionInfo;
import io.temporal.api.workflowservice.v1.DescribeWorkflowExecutionResponse;
import io.temporal.client.WorkflowExecutionDescription;
import io.temporal.common.converter.DefaultDataConverter;
import org.junit.jupiter.api.Test;

class HindranceTest {
  private static final String FULL = "the disk of /data is full (3 MB free): tried again";

  @Test
  void a_full_disk_that_an_activity_met_is_what_the_session_waits_for() {
    assertThat(Hindrance.disk(pending(failure(FailureTypes.DISK_FULL)))).contains(FULL);
  }

  @Test
  void a_full_disk_behind_the_servers_own_failure_is_found() {
    Failure wrapped =
        Failure.newBuilder()
            .setMessage("the trace was too long")
            .setServerFailureInfo(ServerFailureInfo.getDefaultInstance())
            .setCause(failure(FailureTypes.DISK_FULL))
            .build();

    assertThat(Hindrance.disk(pending(wrapped))).contains(FULL);
  }

  @Test
  void another_failure_that_is_tried_again_is_no_matter_of_the_disk() {
    assertThat(Hindrance.disk(pending(failure("tree-unreadable")))).isEmpty();
  }

  private static Failure failure(String type) {
    return Failure.newBuilder()
        .setMessage(FULL)
        .setApplicationFailureInfo(ApplicationFailureInfo.newBuilder().setType(type))
        .build();
  }

  private static WorkflowExecutionDescription pending(Failure last) {
    return new WorkflowExecutionDescription(
        DescribeWorkflowExecutionResponse.newBuilder()
            .setWorkflowExecutionInfo(
                WorkflowExecutionInfo.newBuilder()
                    .setExecution(WorkflowExecution.newBuilder().setWorkflowId("MCP-x"))
                    .setStatus(WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_RUNNING)
                    .setMemo(Memo.getDefaultInstance()))
            .addPendingActivities(PendingActivityInfo.newBuilder().setLastFailure(last))
            .build(),
        DefaultDataConverter.newDefaultInstance());
  }
}
