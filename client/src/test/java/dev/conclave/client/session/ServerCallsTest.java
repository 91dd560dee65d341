package dev.conclave.client.session;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.conclave.workflows.temporal.ServerException;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.client.WorkflowServiceException;
import io.temporal.common.converter.DataConverterException;
import org.junit.jupiter.api.Test;

class ServerCallsTest {
  private static final String WHY = "a payload was encrypted with key \"k1\"";

  @Test
  void a_local_decoding_failure_is_not_blamed_on_the_server() {
    RuntimeException unread = new DataConverterException(WHY);
    RuntimeException wrapped =
        new WorkflowServiceException(
            WorkflowExecution.newBuilder().setWorkflowId("MCP-limits").build(), "t", unread);

    for (RuntimeException thrown : new RuntimeException[] {unread, wrapped}) {
      assertThatThrownBy(
              () ->
                  ServerCalls.call(
                      "MCP-limits",
                      () -> {
                        throw thrown;
                      }))
          .isInstanceOf(ServerException.class)
          .hasMessage("Session MCP-limits cannot be read here: " + WHY);
    }
  }
}
