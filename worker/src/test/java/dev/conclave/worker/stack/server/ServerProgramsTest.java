package dev.conclave.worker.stack.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.conclave.worker.stack.server.ServerPrograms.ProgramSource;
import dev.conclave.workflows.config.DataFolder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(600)
class ServerProgramsTest {
  private static final String DOWNLOADS = "io.temporal.testing.devServerDownloadBaseUrl";

  @TempDir Path root;

  private final List<String> said = new ArrayList<>();

  @AfterEach
  void forgetDownloads() {
    System.clearProperty(DOWNLOADS);
  }

  @Test
  void a_recent_program_on_the_path_is_taken() throws Exception {
    Path program =
        script("path/temporal", "echo 'temporal version 1.5.1 (Server 1.29.1, UI 2.42.1)'");

    assertThat(programs().find(said::add)).contains(program);
    assertThat(said).isEmpty();
  }

  @Test
  void one_that_is_too_old_is_passed_over() throws Exception {
    script("path/temporal", "echo 'temporal version 1.1.0 (Server 1.25.0, UI 2.30.0)'");

    assertThat(programs().find(said::add)).isEmpty();
  }

  @Test
  void each_way_that_fails_says_why_and_the_next_is_tried_and_what_came_is_kept() throws Exception {
    Path made = script("elsewhere/temporal", "echo made");
    ServerPrograms programs =
        programs(source("first", null), source("second", made), source("third", null));

    Path found = programs.find(said::add).orElseThrow();

    assertThat(found).isEqualTo(new DataFolder(root).server().resolve("bin/temporal"));
    assertThat(Files.readString(found)).contains("made");
    assertThat(said)
        .containsExactly(
            "No Temporal server program here yet: trying first …",
            "That did not work (first is refused).",
            "No Temporal server program here yet: trying second …");
    said.clear();
    assertThat(programs(source("first", null)).find(said::add)).contains(found);
    assertThat(said).isEmpty();
  }

  @Test
  void a_refused_download_is_given_up_at_once() throws Exception {
    try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      System.setProperty(DOWNLOADS, "http://127.0.0.1:" + closed.getLocalPort());
    }
    long start = System.nanoTime();

    assertThatThrownBy(() -> new ProgramDownload(root.resolve("download")).get(said::add))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("refused");
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(60));
  }

  @Test
  void a_download_of_which_nothing_comes_is_given_up_within_seconds() throws Exception {
    try (ServerSocket mute = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      System.setProperty(DOWNLOADS, "http://127.0.0.1:" + mute.getLocalPort());

      assertThatThrownBy(
              () ->
                  new ProgramDownload(root.resolve("download"), Duration.ofSeconds(2))
                      .get(said::add))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("nothing has come for 2 seconds");
    }
  }

  @Test
  void a_download_without_a_network_says_so() {
    System.setProperty(DOWNLOADS, "http://downloads.invalid");

    assertThatThrownBy(() -> new ProgramDownload(root.resolve("download")).get(said::add))
        .isInstanceOf(IOException.class)
        .hasMessage("the name downloads.invalid is not known: no network, or no DNS");
  }

  @Test
  void a_build_is_not_even_mentioned_where_go_is_not_there() throws Exception {
    assertThat(programs(new GoBuild(path(), root.resolve("go"))).find(said::add)).isEmpty();

    assertThat(said).isEmpty();
  }

  @Test
  void a_downloaded_program_is_found_even_when_its_first_start_fails() throws Exception {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 5);
    String base = "http://127.0.0.1:" + server.getAddress().getPort();
    answer(
        server,
        "/cli/",
        ("{\"archiveUrl\":\"" + base + "/archive\",\"fileToExtract\":\"temporal\"}")
            .getBytes(StandardCharsets.UTF_8));
    answer(server, "/archive", zip("temporal", "#!/bin/sh\necho downloaded; exit 1\n"));
    server.start();
    System.setProperty(DOWNLOADS, base);
    try {
      Path program = new ProgramDownload(root.resolve("download")).get(said::add);

      assertThat(program).isExecutable().content().contains("downloaded");
    } finally {
      server.stop(0);
    }
  }

  @Test
  void go_builds_it_when_it_is_recent_enough() throws Exception {
    script(
        "path/go",
        "case $1 in version) echo go version go1.26.8 linux/amd64;;"
            + " install) printf '#!/bin/sh\\necho %s' \"$2\" >\"$GOBIN/temporal\";"
            + " chmod +x \"$GOBIN/temporal\";; esac");

    Path program = new GoBuild(path(), root.resolve("go work")).get(said::add);

    assertThat(program).isExecutable().content().contains(GoBuild.MODULE);
  }

  @Test
  void go_that_is_missing_too_old_or_fails_says_so() throws Exception {
    GoBuild build = new GoBuild(path(), root.resolve("go"));
    assertThatThrownBy(() -> build.get(said::add)).hasMessage("Go is not on PATH");

    script("path/go", "echo go version go1.21.0 linux/amd64");
    assertThatThrownBy(() -> build.get(said::add)).hasMessageContaining("it needs Go 1.25");

    script(
        "path/go",
        "case $1 in version) echo go version go1.25.0;; *) echo no such module; exit 1;; esac");
    assertThatThrownBy(() -> build.get(said::add)).hasMessage("go install failed: no such module");
  }

  private ServerPrograms programs(ProgramSource... sources) {
    return new ServerPrograms(path(), new DataFolder(root), List.of(sources));
  }

  private Map<String, String> path() {
    return Map.of("PATH", root.resolve("path").toString());
  }

  private static ProgramSource source(String name, Path program) {
    return new ProgramSource() {
      @Override
      public String attempt() {
        return "trying " + name;
      }

      @Override
      public Path get(Consumer<String> progress) throws IOException {
        if (program == null) {
          throw new IOException(name + " is refused");
        }
        return program;
      }
    };
  }

  private Path script(String name, String body) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/bin/sh\n" + body + "\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
    return file;
  }

  private static void answer(HttpServer server, String path, byte[] body) {
    server.createContext(
        path,
        exchange -> {
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
  }

  private static byte[] zip(String name, String content) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      zip.putNextEntry(new ZipEntry(name));
      zip.write(content.getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }
}
