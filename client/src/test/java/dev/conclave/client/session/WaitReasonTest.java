package dev.conclave.client.session;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.workflows.config.Configuration.EncryptionConfiguration;
import dev.conclave.workflows.temporal.ConclaveDataConverter;
import dev.conclave.workflows.temporal.EncryptionKeys;
import dev.conclave.workflows.temporal.FailureTypes;
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
import io.temporal.common.converter.DataConverter;
import io.temporal.common.converter.DefaultDataConverter;
import io.temporal.failure.ApplicationFailure;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WaitReasonTest {
  private static final String FULL = "the disk of /data is full (3 MB free): tried again";

  @Test
  void a_full_disk_that_an_activity_met_is_what_the_session_waits_for() {
    assertThat(said(pending(failure(FailureTypes.DISK_FULL)))).contains(FULL);
  }

  @Test
  void a_full_disk_behind_the_servers_own_failure_is_found() {
    Failure wrapped =
        Failure.newBuilder()
            .setMessage("the trace was too long")
            .setServerFailureInfo(ServerFailureInfo.getDefaultInstance())
            .setCause(failure(FailureTypes.DISK_FULL))
            .build();

    assertThat(said(pending(wrapped))).contains(FULL);
  }

  @Test
  void a_remote_out_of_reach_is_what_the_session_waits_for() {
    assertThat(said(pending(failure(FailureTypes.CLONE_FAILED)))).isPresent();
  }

  @Test
  void another_failure_that_is_tried_again_is_nobodys_to_mend() {
    assertThat(said(pending(failure("tree-unreadable")))).isEmpty();
  }

  @Test
  void an_encrypted_failure_is_read_with_the_keys_of_the_client() {
    Failure encrypted =
        encrypting("0123456789abcdef0123456789abcdef")
            .exceptionToFailure(ApplicationFailure.newFailure(FULL, FailureTypes.DISK_FULL));
    assertThat(encrypted.getMessage()).isEqualTo("Encoded failure");

    DataConverter same = encrypting("0123456789abcdef0123456789abcdef");
    assertThat(WaitReason.retried(pending(encrypted), same)).contains(FULL);
    DataConverter other = encrypting("another key of 32 bytes, in full");
    assertThat(WaitReason.retried(pending(encrypted), other)).isEmpty();
  }

  private static DataConverter encrypting(String key) {
    return ConclaveDataConverter.of(
        EncryptionKeys.read(
            Optional.of(new EncryptionConfiguration("old", Map.of("old", "env:KEY"))),
            Map.of("KEY", Base64.getEncoder().encodeToString(key.getBytes(US_ASCII)))));
  }

  private static Optional<String> said(WorkflowExecutionDescription description) {
    return WaitReason.retried(description, ConclaveDataConverter.of(Optional.empty()));
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
