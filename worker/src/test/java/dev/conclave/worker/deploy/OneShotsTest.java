package dev.conclave.worker.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.conclave.activities.tool.DevServer;
import dev.conclave.activities.tool.Tool;
import dev.conclave.worker.HostContext;
import dev.conclave.worker.stack.NamespaceSetup;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.temporal.TemporalConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The one-shot scripts of the compose deployment, run with a POSIX shell. */
@Timeout(600)
@Tag("deploy")
class OneShotsTest {
  private static final Path ROOT = Path.of(System.getProperty("conclave.root", ".."));

  @TempDir Path folder;

  private record Ran(int exit, String said) {}

  @Test
  void the_namespace_is_created_with_retention_and_attributes_idempotently() throws Exception {
    try (DevServer server = DevServer.begin(folder.resolve("server.log"), List.of())) {
      Map<String, String> environment = composed("namespace");
      environment.put("TEMPORAL_ADDRESS", server.address());
      environment.put("TEMPORAL_NAMESPACE", "team");

      // Without waiting first: the script itself waits for the server.
      Ran first = run("namespace.sh", environment);
      assertThat(first.exit()).as(first.said()).isZero();
      Ran again = run("namespace.sh", environment);
      assertThat(again).isEqualTo(first);

      environment.put("TEMPORAL_CONFIG_FILE", folder.resolve("none").toString());
      HostContext around =
          new HostContext(environment, new DataFolder(folder), Configuration.defaults());
      try (TemporalConnection connection =
          TemporalConnection.open(around.settings(), around.converter())) {
        assertThat(connection.missingSearchAttributes()).isEmpty();
        assertThat(new NamespaceSetup(connection).retention()).isEqualTo(NamespaceSetup.RETENTION);
      }
    }
  }

  @Test
  void a_server_that_never_starts_is_given_up_with_its_last_message() throws Exception {
    Tool.needed("temporal");
    Map<String, String> environment = composed("namespace");
    environment.put("TEMPORAL_ADDRESS", "127.0.0.1:" + DevServer.freePort());
    environment.put("TRIES", "1");

    Ran ran = run("namespace.sh", environment);

    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.said()).startsWith("namespace: ").contains("127.0.0.1");
  }

  @Test
  void both_databases_are_created_and_updated_in_order() throws Exception {
    tool("temporal-sql-tool", "echo \"$@\"");

    Ran ran = run("schema.sh", composed("schema"));

    assertThat(ran.exit()).as(ran.said()).isZero();
    assertThat(ran.said().lines().filter(line -> line.startsWith("--db")))
        .containsExactly(
            "--db temporal create",
            "--db temporal setup-schema -v 0.0",
            "--db temporal update-schema -d /etc/temporal/schema/postgresql/v12/temporal/versioned",
            "--db temporal_visibility create",
            "--db temporal_visibility setup-schema -v 0.0",
            "--db temporal_visibility update-schema -d"
                + " /etc/temporal/schema/postgresql/v12/visibility/versioned");
  }

  @Test
  void a_failed_schema_update_stops_the_dependent_services() throws Exception {
    tool("temporal-sql-tool", "case $* in *update-schema*) exit 3 ;; esac");

    Ran ran = run("schema.sh", composed("schema"));

    assertThat(ran.exit()).isEqualTo(3);
    assertThat(ran.said()).doesNotContain("up to date");
  }

  @ParameterizedTest
  @ValueSource(strings = {"two words", "a\"quote", "back\\slash", "a\ttab"})
  void a_password_the_server_would_misread_is_refused(String password) throws Exception {
    tool("temporal-sql-tool", "echo \"$@\"");
    Map<String, String> environment = composed("schema");
    environment.put("SQL_PASSWORD", password);

    Ran ran = run("schema.sh", environment);

    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.said()).contains("choose another one").doesNotContain("--db", password);
  }

  /** Returns the service's environment from docker-compose.yml, with a password. */
  private static Map<String, String> composed(String service) throws Exception {
    Map<String, String> environment = new HashMap<>();
    new YAMLMapper()
        .readTree(ROOT.resolve("docker-compose.yml").toFile())
        .path("services")
        .path(service)
        .path("environment")
        .properties()
        .forEach(
            variable ->
                environment.put(
                    variable.getKey(),
                    variable.getValue().asText().replaceAll("\\$\\{.*}", "a-secret")));
    return environment;
  }

  private void tool(String name, String script) throws Exception {
    Path program = Files.writeString(folder.resolve(name), "#!/bin/sh\n" + script + "\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private Ran run(String script, Map<String, String> environment) throws Exception {
    Path said = Files.createTempFile(folder, "said", ".txt");
    ProcessBuilder builder =
        new ProcessBuilder("sh", ROOT.resolve("deploy").resolve(script).toString())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile());
    builder.environment().putAll(environment);
    builder.environment().merge("PATH", folder.toString(), (path, own) -> own + ":" + path);
    Process process = builder.start();
    if (!process.waitFor(300, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError("it hangs: " + Files.readString(said));
    }
    return new Ran(process.exitValue(), Files.readString(said));
  }
}
