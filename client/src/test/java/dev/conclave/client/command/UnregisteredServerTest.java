package dev.conclave.client.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.client.Bench;
import dev.conclave.client.Bench.Run;
import dev.conclave.client.DevServer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A real server on which nobody registered our search attributes. */
@Timeout(600)
class UnregisteredServerTest {
  @TempDir Path folder;

  @Test
  void a_session_runs_without_search_attributes_and_is_found_all_the_same() throws Exception {
    try (DevServer server = DevServer.start(folder, false);
        Bench bench = new Bench(server.address(), folder).startWorker()) {
      Run plan = bench.conclave("plan", "Unregistered");
      assertThat(plan.code()).as(plan.err()).isEqualTo(10);
      assertThat(plan.err())
          .contains("ConclavePhase, ConclaveRound, ConclaveAwaiting, ConclaveRepo")
          .contains("conclave doctor --fix");

      Run awaiting = bench.conclave("list", "--awaiting");
      assertThat(awaiting.err()).contains("asked in turn");
      assertThat(awaiting.out()).contains("MCP-unregistered-2026-11-21").contains("running");
    }
  }
}
