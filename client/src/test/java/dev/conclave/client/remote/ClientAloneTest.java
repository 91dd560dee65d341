package dev.conclave.client.remote;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.activities.tool.DevServer;
import dev.conclave.client.Bench;
import dev.conclave.client.Run;
import dev.conclave.worker.stack.LocalStack;
import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The client as a separate program, on a class path without worker and activities. */
@Timeout(600)
class ClientAloneTest {
  private static final String MAIN = "dev.conclave.client.command.Conclave";

  @TempDir Path folder;

  @BeforeEach
  void prepare() throws Exception {
    Files.createDirectories(folder.resolve("home"));
    Files.writeString(folder.resolve("c.yaml"), "{}");
  }

  @Test
  void the_client_class_path_has_no_worker_or_activities() throws Exception {
    List<URL> urls = new ArrayList<>();
    for (String entry : classPath()) {
      urls.add(Path.of(entry).toUri().toURL());
    }
    try (URLClassLoader alone =
        new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
      assertThat(alone.loadClass(MAIN)).isNotNull();
      assertThat(alone.getResource("dev/conclave/worker/WorkerProcess.class")).isNull();
      assertThat(alone.getResource("dev/conclave/activities/agent/CallRunner.class")).isNull();
      assertThat(alone.getResource("io/temporal/testserver/TestServer.class")).isNull();
    }
  }

  @Test
  void it_plans_watches_and_answers_on_a_remote_server() throws Exception {
    try (DevServer server = DevServer.start(folder.resolve("server.log"), DevServer.ATTRIBUTES);
        Bench host = new Bench(server.address(), folder.resolve("host"))) {
      Map<String, String> remote = Map.of("TEMPORAL_ADDRESS", server.address());
      Run nobody =
          conclave(remote, "plan", "Limit", "--repo", "https://example.org/shop.git").ended(3);
      assertThat(nobody.err()).contains("No worker polls queue conclave");

      host.startWorker();
      String shop = Files.createDirectory(folder.resolve("shop")).toString();
      assertThat(conclave(remote, "plan", "Limit", "--repo", shop).ended(3).err())
          .contains("This host has no worker", "Git URL");

      // Only the bench's host has the repository; this client has only its sessions.
      host.conclave("plan", "Limit").ended(10);
      assertThat(conclave(remote, "show", "MCP-limit").out()).contains("Token bucket");
      Run answered =
          conclave(remote, "answer", "MCP-limit", "approve", "--solution", "1", "--watch");
      assertThat(answered.ended(10).out()).contains("2-confirmation");
      conclave(remote, "cancel", "MCP-limit").ended(0);

      Map<String, String> team = new HashMap<>(remote);
      team.put("TEMPORAL_NAMESPACE", "team");
      assertThat(conclave(team, "list").ended(3).err())
          .contains("no namespace \"team\"", "from TEMPORAL_ADDRESS", "namespace create -n team")
          .doesNotContain("\tat ");
    }
  }

  /** Runs a command, and again if a loaded server was too slow. */
  private Run conclave(Map<String, String> environment, String... arguments) throws Exception {
    Run said = once(environment, arguments);
    for (int i = 0; i < 10 && said.err().contains("did not answer within"); i++) {
      said = once(environment, arguments);
    }
    return said;
  }

  private Run once(Map<String, String> environment, String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(LocalStack.quietJvmOptions(Runtime.version().feature()));
    command.addAll(List.of("-cp", String.join(File.pathSeparator, classPath()), MAIN));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("TEMPORAL_"));
    builder.environment().put("HOME", folder.resolve("home").toString());
    builder.environment().put("CONCLAVE_HOME", folder.resolve("data").toString());
    builder.environment().put("CONCLAVE_CONFIG", folder.resolve("c.yaml").toString());
    builder.environment().putAll(environment);
    return Run.of(builder, folder);
  }

  /** Returns the test class path without test classes and worker dependencies. */
  private static List<String> classPath() {
    String all =
        Optional.ofNullable(System.getProperty("surefire.test.class.path"))
            .orElseGet(() -> System.getProperty("java.class.path"));
    return Stream.of(all.split(File.pathSeparator))
        .filter(entry -> !entry.matches(".*(test-classes|-tests\\.jar)/?"))
        .filter(entry -> !entry.matches(".*[/\\\\](worker|activities)[/\\\\]target.*"))
        .filter(entry -> !entry.matches(".*conclave-(worker|activities)-[^/]*\\.jar"))
        .filter(entry -> !entry.matches(".*temporal-test(ing|-server)-[^/]*\\.jar"))
        .toList();
  }
}
