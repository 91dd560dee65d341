package dev.conclave.client.remote;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.client.Bench;
import dev.conclave.client.DevServer;
import dev.conclave.worker.stack.LocalStack;
import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The client as a program of its own, on a class path without worker and activities. */
@Timeout(600)
class ClientAloneTest {
  private static final String MAIN = "dev.conclave.client.command.Conclave";

  @TempDir Path folder;
  private Optional<AutoCloseable> bench = Optional.empty();
  private Optional<AutoCloseable> server = Optional.empty();

  private record Said(int exit, String out, String err) {}

  @BeforeEach
  void prepare() throws Exception {
    Files.createDirectories(folder.resolve("home"));
    Files.writeString(folder.resolve("c.yaml"), "{}");
  }

  @AfterEach
  void close() throws Exception {
    for (Optional<AutoCloseable> open : List.of(bench, server)) {
      if (open.isPresent()) {
        open.get().close();
      }
    }
  }

  @Test
  void its_class_path_is_that_of_the_client_without_worker_and_activities() throws Exception {
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
  void it_plans_watches_and_answers_on_a_server_elsewhere() throws Exception {
    DevServer started = DevServer.start(folder, true);
    server = Optional.of(started);
    Bench host = new Bench(started.address(), folder.resolve("host"));
    bench = Optional.of(host);
    Map<String, String> remote = Map.of("TEMPORAL_ADDRESS", started.address());

    Said nobody = conclave(remote, "plan", "Limit", "--repo", "https://example.org/shop.git");
    assertThat(nobody.exit()).as(nobody.toString()).isEqualTo(3);
    assertThat(nobody.err()).contains("No worker polls queue conclave");

    host.startWorker();
    Path shop = Files.createDirectory(folder.resolve("shop"));
    Said unserved = conclave(remote, "plan", "Limit", "--repo", shop.toString());
    assertThat(unserved.exit()).as(unserved.toString()).isEqualTo(3);
    assertThat(unserved.err()).contains("No worker serves this host", "Git URL");

    // The bench's host has the repository, and this client only its sessions.
    assertThat(host.conclave("plan", "Limit").code()).isEqualTo(10);
    Said shown = conclave(remote, "show", "last");
    assertThat(shown.out()).as(shown.toString()).contains("Token bucket");
    Said answered = conclave(remote, "answer", "last", "approve", "--solution", "1", "--watch");
    assertThat(answered.exit()).as(answered.toString()).isEqualTo(10);
    assertThat(answered.out()).contains("2-confirmation");
    assertThat(conclave(remote, "cancel", "last").exit()).isZero();
  }

  @Test
  void a_namespace_that_is_not_there_names_the_command_that_makes_it() throws Exception {
    DevServer started = DevServer.start(folder, true);
    server = Optional.of(started);

    Said said =
        conclave(
            Map.of("TEMPORAL_ADDRESS", started.address(), "TEMPORAL_NAMESPACE", "team"), "list");

    assertThat(said.exit()).isEqualTo(3);
    assertThat(said.err())
        .contains("no namespace \"team\"", "from TEMPORAL_ADDRESS", "namespace create -n team")
        .doesNotContain("\tat ");
  }

  /** Again where the server, as on a loaded machine, had no time to answer. */
  private Said conclave(Map<String, String> environment, String... arguments) throws Exception {
    Said said = once(environment, arguments);
    for (int i = 0; i < 10 && said.err().contains("did not answer within"); i++) {
      said = once(environment, arguments);
    }
    return said;
  }

  private Said once(Map<String, String> environment, String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(LocalStack.quietJava(Runtime.version().feature()));
    command.addAll(List.of("-cp", String.join(File.pathSeparator, classPath()), MAIN));
    command.addAll(List.of(arguments));
    Path out = Files.createTempFile(folder, "out", ".txt");
    Path err = Files.createTempFile(folder, "err", ".txt");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("TEMPORAL_"));
    builder.environment().put("HOME", folder.resolve("home").toString());
    builder.environment().put("CONCLAVE_HOME", folder.resolve("data").toString());
    builder.environment().put("CONCLAVE_CONFIG", folder.resolve("c.yaml").toString());
    builder.environment().putAll(environment);
    Process process = builder.start();
    if (!process.waitFor(300, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError("too long: " + command);
    }
    return new Said(process.exitValue(), Files.readString(out), Files.readString(err));
  }

  /** What the tests run on, without test classes and what only the worker brings. */
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
