package dev.conclave.client.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.workflows.session.SessionMemo;
import dev.conclave.workflows.temporal.ConclaveDataConverter;
import dev.conclave.workflows.temporal.EncryptionKeys;
import io.temporal.api.common.v1.Memo;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.api.workflow.v1.WorkflowExecutionInfo;
import io.temporal.client.WorkflowExecutionMetadata;
import io.temporal.common.converter.DataConverter;
import java.util.Map;
import java.util.Optional;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

class SessionLineTest {
  private final DataConverter keyless = ConclaveDataConverter.of(Optional.empty());
  private final DataConverter spring = ConclaveDataConverter.of(key("spring"));

  @Test
  void a_session_whose_key_is_not_known_here_is_listed_without_its_words() {
    for (DataConverter reader : new DataConverter[] {keyless, ConclaveDataConverter.of(key("a"))}) {
      SessionLine line = SessionLine.of(listed(spring, reader));

      assertThat(line.id()).isEqualTo("MCP-limits-2026-11-21");
      assertThat(line.status()).isEqualTo("active");
      assertThat(line.task()).contains("(encrypted)");
      assertThat(line.repository()).contains("(encrypted)");
    }
  }

  @Test
  void with_its_key_its_words_are_read() {
    assertThat(SessionLine.of(listed(spring, spring)).task()).contains("Add limits");
    assertThat(SessionLine.of(listed(keyless, spring)).task()).contains("Add limits");
  }

  private static WorkflowExecutionMetadata listed(DataConverter writer, DataConverter reader) {
    return new WorkflowExecutionMetadata(
        WorkflowExecutionInfo.newBuilder()
            .setExecution(WorkflowExecution.newBuilder().setWorkflowId("MCP-limits-2026-11-21"))
            .setStatusValue(1)
            .setMemo(
                Memo.newBuilder()
                    .putFields(SessionMemo.TASK, writer.toPayload("Add limits").orElseThrow())
                    .putFields(SessionMemo.REPOSITORY, writer.toPayload("/repo").orElseThrow()))
            .build(),
        reader);
  }

  private static Optional<EncryptionKeys> key(String id) {
    return Optional.of(new EncryptionKeys(id, Map.of(id, new SecretKeySpec(new byte[32], "AES"))));
  }
}
