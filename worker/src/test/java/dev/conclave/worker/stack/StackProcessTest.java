package dev.conclave.worker.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.conclave.activities.agent.process.CallLauncher;
import dev.conclave.activities.agent.process.ProcessIdentity;
import dev.conclave.activities.agent.process.ProcessTree;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StackProcessTest {
  @TempDir Path temp;

  @Test
  void a_stack_process_started_by_an_agent_outlives_its_call() throws Exception {
    assumeTrue(Files.isReadable(Path.of("/proc/self/environ")), "skipped: no /proc");
    String call = UUID.randomUUID().toString();
    Map<String, String> ofAnAgent = new HashMap<>(System.getenv());
    ofAnAgent.put(CallLauncher.MARKER, call);
    ProcessIdentity started =
        StackProcess.start(List.of("sleep", "600"), ofAnAgent, temp, temp.resolve("log"))
            .orElseThrow();
    try {
      assertThat(new ProcessTree(null, null, call).kill()).isEmpty();

      assertThat(started.isAlive()).isTrue();
    } finally {
      StackProcess.end(started, Duration.ofSeconds(5));
    }
  }
}
