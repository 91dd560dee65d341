package dev.conclave.worker.stack;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.conclave.activities.document.Folders;
import dev.conclave.activities.tool.Tool;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.config.SearchPath;
import dev.conclave.workflows.text.Digests;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(600)
class ServerProgramTest {
  /** Counts its builds. */
  private static final String GO =
      "echo build >>%s; /bin/cat main.go go.sum >\"$4\"; /bin/chmod +x \"$4\"";

  @TempDir Path root;

  private final List<String> said = new ArrayList<>();

  @Test
  void a_recent_program_on_the_path_is_used() throws Exception {
    Path program =
        script("path/temporal", "echo 'temporal version 1.5.1 (Server 1.29.1, UI 2.42.1)'");

    assertThat(programs().find(said::add)).contains(program);
    assertThat(said).isEmpty();
  }

  @Test
  void an_outdated_program_is_skipped() throws Exception {
    script("path/temporal", "echo 'temporal version 1.1.0 (Server 1.25.0, UI 2.30.0)'");

    assertThat(programs().find(said::add)).isEmpty();
  }

  @Test
  void a_refused_download_is_reported() throws Exception {
    URI refused;
    try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      refused = URI.create("http://127.0.0.1:" + closed.getLocalPort());
    }
    assertThat(program(refused, "").find(said::add)).isEmpty();
    assertThat(said.get(1)).startsWith("Download failed: ").contains("refused");
  }

  @Test
  void a_download_without_a_network_is_reported() throws Exception {
    assertThat(program(URI.create("http://downloads.invalid"), "").find(said::add)).isEmpty();
    assertThat(said)
        .contains("Download failed: cannot resolve downloads.invalid: check network and DNS.");
  }

  @Test
  void the_released_program_is_extracted_from_its_archive() throws Exception {
    byte[] archive = archive("#!/bin/sh\necho downloaded\n");
    Path tar = SearchPath.of(System.getenv()).find("tar").orElseThrow();
    Files.createSymbolicLink(Files.createDirectories(root.resolve("path")).resolve("tar"), tar);
    Path program =
        serve(archive, from -> program(from, Digests.sha256(archive)).find(said::add))
            .orElseThrow();
    assertThat(program)
        .isEqualTo(new DataFolder(root).server().resolve("bin/temporal"))
        .isExecutable()
        .hasContent("#!/bin/sh\necho downloaded\n");
    said.clear();
    assertThat(programs().find(said::add)).contains(program);
    assertThat(said).isEmpty();
  }

  @Test
  void an_archive_that_differs_from_the_release_is_refused_and_deleted() throws Exception {
    byte[] released = archive("#!/bin/sh\necho released\n");
    byte[] tampered = archive("#!/bin/sh\necho tampered with\n");
    Optional<Path> refused =
        serve(tampered, from -> program(from, Digests.sha256(released)).find(said::add));
    assertThat(refused).isEmpty();
    assertThat(said)
        .anyMatch(
            line ->
                line.contains("checksum mismatch of ")
                    && line.contains("its SHA-256 is " + Digests.sha256(tampered)));
    try (Stream<Path> left = Files.walk(root)) {
      assertThat(left.filter(Files::isRegularFile)).isEmpty();
    }
  }

  @Test
  void go_builds_the_server_from_the_sources_in_the_jar_once() throws Exception {
    script("path/go", GO.formatted(root.resolve("builds")));

    Path built = programs().find(said::add).orElseThrow();

    assertThat(built)
        .isExecutable()
        .content()
        .contains("package main", "go.temporal.io/server v1.29.1");
    assertThat(built.getFileName())
        .hasToString("conclave-server-" + ServerProgram.digest().substring(0, 12));
    assertThat(said).singleElement().asString().startsWith("Building a private Temporal server");
    assertThat(programs().find(said::add)).contains(built);
    assertThat(root.resolve("builds")).hasContent("build");
  }

  @Test
  void nobody_waits_for_the_build_if_the_development_server_exists() throws Exception {
    Path temporal = script("path/temporal", "echo 'temporal version 1.5.1 (Server 1.29.1)'");
    // Also ends with the folder if this test fails.
    script(
        "path/go",
        "while [ -e go.mod ] && ! [ -e go-on ]; do /bin/sleep 0.05; done; "
            + GO.formatted("builds"));

    assertThat(programs().find(said::add)).contains(temporal);
    Path another = Files.writeString(root.resolve("server/go/main.go"), "of another checkout");
    assertThat(programs().find(said::add)).contains(temporal);
    assertThat(said).singleElement().asString().contains("in the background");
    assertThat(another).as("what a build reads").hasContent("of another checkout");

    Files.createFile(root.resolve("server/go/go-on"));
    until(() -> programs().own().isPresent());
    assertThat(programs().find(said::add)).isEqualTo(programs().own());
    assertThat(root.resolve("server/go/builds")).hasContent("build");
  }

  @Test
  void a_failed_build_reports_one_line_and_is_not_retried_that_day() throws Exception {
    script(
        "path/go",
        "echo build >>" + root.resolve("builds") + "; echo 'go: no such proxy' >&2; exit 1");

    assertThat(programs().find(said::add)).isEmpty();
    assertThat(programs().find(said::add)).isEmpty();

    assertThat(said).hasSize(2);
    assertThat(said.get(1)).startsWith("Build failed: sh failed; ").contains("go: no such proxy");
    assertThat(root.resolve("builds")).hasContent("build");
    assertThat(programs().remedy()).contains("no such proxy", ".failed");
  }

  @Test
  void an_installed_program_built_from_other_sources_is_skipped() throws Exception {
    script("path/conclave-server", "echo 0123");
    assertThat(programs().find(said::add)).isEmpty();
    Path right = script("path/conclave-server", "echo " + ServerProgram.digest());
    assertThat(programs().find(said::add)).contains(right);
  }

  @Test
  void the_installed_program_was_built_from_these_sources() throws Exception {
    Path program = Tool.needed("conclave-server");
    Process asked = new ProcessBuilder(program.toString(), "--version").start();
    assertThat(new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip())
        .isEqualTo(ServerProgram.digest());
  }

  @Test
  void unreadable_keys_are_kept_and_prevent_the_start() throws Exception {
    Path program = Tool.needed("conclave-server");
    List<String> names =
        List.of("ca.pem", "server.pem", "server.key", "client.pem", "client.key", "ui.key");
    for (String name : names) {
      Files.createDirectories(root.resolve("tls").resolve(name));
    }
    Process started =
        new ProcessBuilder(program.toString(), "-folder=" + root, "-port=0", "-ui-port=0")
            .redirectErrorStream(true)
            .start();
    try {
      assertThat(started.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(started.inputReader().readLine()).contains("is a directory");
      assertThat(names).allMatch(name -> Files.isDirectory(root.resolve("tls").resolve(name)));
    } finally {
      started.destroyForcibly();
    }
  }

  private static void until(Callable<Boolean> so) throws Exception {
    for (int i = 0; !so.call(); i++) {
      assertThat(i).as("turns of 50 ms").isLessThan(1200);
      Thread.sleep(50);
    }
  }

  private ServerProgram programs() {
    return new ServerProgram(path(), new DataFolder(root), Optional.empty());
  }

  private ServerProgram program(URI from, String sha256) {
    return new ServerProgram(
        path(),
        new DataFolder(root),
        Optional.of(new ServerProgram.Release(from.toString(), sha256)));
  }

  private Map<String, String> path() {
    return Map.of("PATH", root.resolve("path").toString());
  }

  private Path script(String name, String body) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/bin/sh\n" + body + "\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
    return file;
  }

  private interface Visit<T> {
    T at(URI address) throws Exception;
  }

  private static <T> T serve(byte[] body, Visit<T> visit) throws Exception {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 5);
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    try {
      return visit.at(URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/a.tgz"));
    } finally {
      server.stop(0);
    }
  }

  private byte[] archive(String program) throws Exception {
    Path folder = Files.createTempDirectory("archive");
    try {
      Files.writeString(folder.resolve("LICENSE"), "MIT");
      Path file = Files.writeString(folder.resolve("temporal"), program);
      assertThat(file.toFile().setExecutable(true)).isTrue();
      Process tar =
          new ProcessBuilder("tar", "-czf", "a.tgz", "LICENSE", "temporal")
              .directory(folder.toFile())
              .start();
      assertThat(tar.waitFor()).isZero();
      return Files.readAllBytes(folder.resolve("a.tgz"));
    } finally {
      Folders.delete(folder);
    }
  }
}
