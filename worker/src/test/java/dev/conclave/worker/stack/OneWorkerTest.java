package dev.conclave.worker.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.conclave.activities.workspace.PathLock;
import dev.conclave.workflows.config.DataFolder;
import io.temporal.testserver.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Workers of one data folder, as processes. */
@Timeout(300)
class OneWorkerTest {
  @TempDir Path root;
  private DataFolder folder;

  @BeforeEach
  void useFolder() {
    folder = new DataFolder(root.resolve("data of 张三"));
  }

  @AfterEach
  void stop() throws Exception {
    StackProcess.worker(folder).stop(Duration.ofSeconds(20));
  }

  @Test
  void of_two_workers_that_start_at_once_one_works() throws Exception {
    int port = LocalServer.freePort();
    TestServer.PortBoundTestServer server = TestServer.createPortBoundServer(port);
    Map<String, Process> both = new TreeMap<>();
    both.put("first", start("first", port));
    both.put("second", start("second", port));
    try {
      String refused = refused(both, port);

      Process working = both.get(refused.equals("first") ? "second" : "first");
      assertThat(working.isAlive()).isTrue();
      assertThat(StackProcess.worker(folder).running().orElseThrow().process().pid())
          .isEqualTo(working.pid());
    } finally {
      for (Process process : both.values()) {
        process.destroyForcibly().waitFor();
      }
      server.close();
    }
  }

  /** Which of the two is refused; one that a loaded machine's server left waiting begins anew. */
  private String refused(Map<String, Process> both, int port) throws Exception {
    while (true) {
      for (Map.Entry<String, Process> one : both.entrySet()) {
        if (one.getValue().waitFor(100, TimeUnit.MILLISECONDS)) {
          if (said(one.getKey()).contains("A worker of this host runs already")) {
            return one.getKey();
          }
          one.setValue(start(one.getKey(), port));
        }
      }
    }
  }

  @Test
  void a_worker_whose_note_is_gone_is_still_the_only_one() throws Exception {
    try (PathLock working = LocalWorker.lock(folder)) {
      assertThat(working).isNotNull();

      assertThatThrownBy(() -> LocalWorker.lock(folder))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("whose note is gone")
          .hasMessageContaining("worker.lock");
    }
  }

  private Process start(String name, int port) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                PatienceWorker.class.getName()));
    builder.environment().clear();
    builder
        .environment()
        .putAll(
            Map.of(
                "PATH", System.getenv("PATH"),
                "HOME", root.toString(),
                "LC_ALL", "C.UTF-8",
                "CONCLAVE_HOME", folder.root().toString(),
                "CONCLAVE_HTTP", "off",
                "TEMPORAL_ADDRESS", "127.0.0.1:" + port,
                "TEMPORAL_CONFIG_FILE", root.resolve("none.toml").toString()));
    return builder
        .redirectErrorStream(true)
        .redirectOutput(root.resolve(name + ".txt").toFile())
        .start();
  }

  private String said(String name) throws IOException {
    return Files.readString(root.resolve(name + ".txt"));
  }
}
