package dev.conclave.client.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.activities.tool.DevServer;
import dev.conclave.client.Bench;
import dev.conclave.client.Run;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A real server without our search attributes. */
@Timeout(600)
class UnregisteredServerTest {
  @TempDir Path folder;

  @Test
  void a_session_runs_and_is_found_without_search_attributes() throws Exception {
    try (DevServer server = DevServer.start(folder.resolve("server.log"), List.of());
        Bench bench = new Bench(server.address(), folder).startWorker()) {
      Run plan = bench.conclave("plan", "Unregistered").ended(10);
      assertThat(plan.err())
          .contains("ConclavePhase, ConclaveRound, ConclaveAwaiting, ConclaveRepo, ConclaveHandle")
          .contains("conclave doctor --fix");

      Run awaiting = bench.conclave("list", "--awaiting");
      assertThat(awaiting.err()).contains("is queried");
      assertThat(awaiting.out())
          .contains(bench.handle("MCP-unregistered-2026-11-21"))
          .contains("running");
    }
  }
}
