package dev.conclave.client.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.client.Samples;
import dev.conclave.workflows.session.SessionMemo;
import dev.conclave.workflows.temporal.ConclaveDataConverter;
import dev.conclave.workflows.temporal.EncryptionKeys;
import io.temporal.api.common.v1.Memo;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.api.workflow.v1.WorkflowExecutionInfo;
import io.temporal.client.WorkflowExecutionMetadata;
import io.temporal.common.converter.DataConverter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

class SessionLineTest {
  private final DataConverter keyless = ConclaveDataConverter.of(Optional.empty());
  private final DataConverter spring = ConclaveDataConverter.of(key("spring"));

  @Test
  void a_session_with_an_unknown_key_is_listed_without_its_text() {
    for (DataConverter reader : new DataConverter[] {keyless, ConclaveDataConverter.of(key("a"))}) {
      SessionLine line = SessionLine.of(listed(spring, reader));

      assertThat(line.id()).isEqualTo("MCP-limits-2026-11-21");
      assertThat(line.status()).isEqualTo("active");
      assertThat(line.task()).contains("(encrypted)");
      assertThat(line.repository()).contains("(encrypted)");
    }
  }

  @Test
  void a_session_with_a_known_key_is_listed_with_its_text() {
    assertThat(SessionLine.of(listed(spring, spring)).task()).contains("Add limits");
    assertThat(SessionLine.of(listed(keyless, spring)).task()).contains("Add limits");
  }

  @Test
  void child_sessions_are_listed_below_their_parent_which_awaits_the_same_gate() {
    SessionLine context = line("MCP-a/context", "conflict");
    SessionLine other = line("MCP-b", "none");
    SessionLine plan = line("MCP-a", "none");
    SessionLine orphan = line("MCP-gone/context", "none");

    List<SessionLine> listed = Sessions.withChildren(List.of(context, other, orphan, plan));

    assertThat(listed)
        .extracting(SessionLine::id)
        .containsExactly("MCP-b", "MCP-gone/context", "MCP-a", "MCP-a/context");
    assertThat(listed.get(2).awaitsHuman()).isTrue();
    assertThat(listed.get(2).awaiting()).contains("conflict");
    assertThat(listed.get(2).status()).isEqualTo("awaiting");
    assertThat(listed.get(0)).isEqualTo(other);
  }

  private static SessionLine line(String id, String awaiting) {
    return Samples.read(
        SessionLine.class,
        """
        {"id": "%s", "status": "%s", "workflow": "running", "phase": "context-gathering",
         "awaiting": "%s", "started": "2026-11-21T08:00:00Z"}
        """
            .formatted(id, awaiting.equals("none") ? "active" : "awaiting", awaiting));
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
