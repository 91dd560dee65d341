package dev.conclave.worker.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import com.sun.net.httpserver.HttpServer;
import dev.conclave.worker.stack.ServerPrograms.ProgramSource;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.temporal.Digests;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(600)
class ServerProgramsTest {
  @TempDir Path root;

  private final List<String> said = new ArrayList<>();

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
  void a_refused_download_says_so() throws Exception {
    URI refused;
    try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      refused = URI.create("http://127.0.0.1:" + closed.getLocalPort());
    }

    assertThatThrownBy(() -> download(refused, "").get(said::add))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("refused");
  }

  @Test
  void a_download_of_which_nothing_comes_is_given_up() throws Exception {
    try (ServerSocket mute = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      URI from = URI.create("http://127.0.0.1:" + mute.getLocalPort());

      assertThatThrownBy(() -> download(from, "").get(said::add))
          .isInstanceOf(IOException.class)
          .hasMessage("nothing has come for 2 seconds");
    }
  }

  @Test
  void a_download_without_a_network_says_so() {
    assertThatThrownBy(() -> download(URI.create("http://downloads.invalid"), "").get(said::add))
        .isInstanceOf(IOException.class)
        .hasMessage("the name downloads.invalid is not known: no network, or no DNS");
  }

  @Test
  void a_build_is_not_even_mentioned_where_go_is_not_there() throws Exception {
    assertThat(programs(new GoBuild(path(), root.resolve("go"))).find(said::add)).isEmpty();

    assertThat(said).isEmpty();
  }

  @Test
  void the_released_program_is_taken_out_of_its_archive() throws Exception {
    byte[] archive = archive("LICENSE", "MIT", "temporal", "#!/bin/sh\necho downloaded\n");

    Path program = serve(archive, from -> download(from, Digests.sha256(archive)).get(said::add));

    assertThat(program).isExecutable().hasContent("#!/bin/sh\necho downloaded\n");
  }

  @Test
  void a_large_program_is_not_held_in_memory() throws Exception {
    byte[] archive = archive("temporal", "x".repeat(64 << 20));
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    Path program =
        serve(
            archive,
            from -> {
              ProgramDownload download = download(from, Digests.sha256(archive));
              long before = threads.getCurrentThreadAllocatedBytes();
              Path got = download.get(said::add);
              assertThat(threads.getCurrentThreadAllocatedBytes() - before)
                  .as("bytes allocated")
                  .isLessThan(48 << 20);
              return got;
            });

    assertThat(program).hasSize(64 << 20);
  }

  @Test
  void an_archive_of_other_bytes_than_were_released_is_refused_and_nothing_of_it_is_kept()
      throws Exception {
    byte[] released = archive("temporal", "#!/bin/sh\necho released\n");
    byte[] tampered = archive("temporal", "#!/bin/sh\necho tampered with\n");

    serve(
        tampered,
        from -> {
          ProgramDownload download = download(from, Digests.sha256(released));
          assertThat(programs(download).find(said::add)).isEmpty();
          return from;
        });

    assertThat(said)
        .anyMatch(
            line ->
                line.contains("is not the release: its SHA-256 is " + Digests.sha256(tampered)));
    try (Stream<Path> left = Files.walk(root)) {
      assertThat(left.filter(Files::isRegularFile)).isEmpty();
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

  private ProgramDownload download(URI from, String sha256) {
    return new ProgramDownload(
        root.resolve("download"),
        Duration.ofSeconds(2),
        Optional.of(new ProgramDownload.Release(from, sha256)));
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

  /** As {@code tar} writes it: a header with name and size, then the content, in blocks. */
  private static byte[] archive(String... namesAndContents) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream zip = new GZIPOutputStream(bytes)) {
      for (int i = 0; i < namesAndContents.length; i += 2) {
        byte[] content = namesAndContents[i + 1].getBytes(StandardCharsets.UTF_8);
        ByteBuffer header = ByteBuffer.allocate(512);
        header.put(namesAndContents[i].getBytes(StandardCharsets.UTF_8));
        header
            .position(124)
            .put("%011o".formatted(content.length).getBytes(StandardCharsets.UTF_8));
        zip.write(header.array());
        zip.write(Arrays.copyOf(content, (content.length + 511) / 512 * 512));
      }
      zip.write(new byte[1024]);
    }
    return bytes.toByteArray();
  }
}
