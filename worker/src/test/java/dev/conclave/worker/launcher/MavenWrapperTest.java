package dev.conclave.worker.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.conclave.activities.tool.Tool;
import dev.conclave.workflows.text.Digests;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The real {@code mvnw} with archives that differ from those in its properties. */
@Timeout(600)
@Tag("deploy")
class MavenWrapperTest {
  private static final Path ROOT = Path.of(System.getProperty("conclave.root", ".."));
  private static final String REFUSED = "Failed to validate Maven distribution SHA-256";
  private static final String OTHER = Digests.sha256("other bytes");

  @TempDir Path folder;
  private HttpServer server;

  @BeforeEach
  void serve() throws Exception {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 5);
    server.createContext(
        "/",
        exchange -> {
          // Each archive contains its own name.
          byte[] body = exchange.getRequestURI().getPath().getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    Files.createDirectories(folder.resolve("bin"));
    for (String tool :
        List.of(
            "basename", "cat", "dirname", "mkdir", "mktemp", "rm", "sha256sum", "tr", "uname")) {
      script(tool, "exec '" + Tool.needed(tool) + "' \"$@\"");
    }
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void an_archive_with_other_bytes_is_refused_in_either_format() throws Exception {
    String zip = Digests.sha256("/apache-maven-9-bin.zip");
    String tarGz = Digests.sha256("/apache-maven-9-bin.tar.gz");

    assertThat(run(OTHER, tarGz, true)).contains(REFUSED);
    assertThat(run(zip, OTHER, false)).contains(REFUSED);
    // Verified, but not an archive.
    assertThat(run(zip, OTHER, true)).contains("failed to unzip").doesNotContain(REFUSED);
    assertThat(run(OTHER, tarGz, false)).contains("failed to untar").doesNotContain(REFUSED);
  }

  @Test
  void the_project_pins_both_archives() throws Exception {
    assertThat(Files.readString(ROOT.resolve(".mvn/wrapper/maven-wrapper.properties")))
        .containsPattern("(?m)^distributionSha256Sum=[0-9a-f]{64}$")
        .containsPattern("(?m)^distributionTarGzSha256Sum=[0-9a-f]{64}$");
  }

  private String run(String zip, String tarGz, boolean unzip) throws Exception {
    Files.deleteIfExists(folder.resolve("bin/unzip"));
    if (unzip) {
      script("unzip", "exit 1");
    }
    Path project = Files.createDirectories(folder.resolve("project/.mvn/wrapper"));
    Files.writeString(
        project.resolve("maven-wrapper.properties"),
        """
        distributionUrl=http://127.0.0.1:%d/apache-maven-9-bin.zip
        distributionSha256Sum=%s
        distributionTarGzSha256Sum=%s
        """
            .formatted(server.getAddress().getPort(), zip, tarGz));
    Path wrapper = folder.resolve("project/mvnw");
    Files.copy(ROOT.resolve("mvnw"), wrapper, StandardCopyOption.REPLACE_EXISTING);
    ProcessBuilder builder = new ProcessBuilder("sh", wrapper.toString()).redirectErrorStream(true);
    builder.environment().clear();
    builder
        .environment()
        .putAll(
            Map.of(
                "PATH", folder.resolve("bin").toString(),
                "HOME", folder.toString(),
                "JAVA_HOME", System.getProperty("java.home")));
    Process process = builder.start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isNotZero();
    return said;
  }

  private void script(String name, String body) throws Exception {
    Path file = Files.writeString(folder.resolve("bin").resolve(name), "#!/bin/sh\n" + body + "\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }
}
