package dev.conclave.worker.stack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.activities.agent.process.ProcessIdentity;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.temporal.ConnectionSettings;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LocalServerUiTest {
  private static final String UI = "http://127.0.0.1:40123";

  @TempDir Path temporary;
  private DataFolder folder;
  private StackProcess server;

  @BeforeEach
  void a_folder_for_the_server() throws IOException {
    folder = new DataFolder(temporary.resolve("data"));
    Files.createDirectories(folder.server());
    server = StackProcess.server(folder);
  }

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1:7233,            true",
    "localhost:7233,            true",
    "127.0.0.1:9999,            false",
    "temporal.example.org:7233, false"
  })
  void the_ui_address_is_the_one_the_running_server_was_given(String address, boolean ours)
      throws IOException {
    assertThat(ui(address)).isEmpty();
    try (OutputStream held = Files.newOutputStream(folder.server().resolve("held"))) {
      note(ProcessIdentity.of(ProcessHandle.current().pid()).orElseThrow());
      assertThat(ui(address)).isEqualTo(ours ? Optional.of(UI) : Optional.empty());
    }
  }

  @Test
  void a_server_that_has_ended_has_no_ui() throws Exception {
    Process ended =
        new ProcessBuilder("sleep", "30")
            .redirectOutput(folder.server().resolve("held").toFile())
            .start();
    note(ProcessIdentity.of(ended.pid()).orElseThrow());
    assertThat(ui("127.0.0.1:7233")).contains(UI);

    ended.destroyForcibly().waitFor();

    assertThat(ui("127.0.0.1:7233")).isEmpty();
  }

  @Test
  void a_record_naming_a_foreign_process_is_ignored_and_ends_nothing() throws Exception {
    Process stranger = new ProcessBuilder("sleep", "30").start();
    try {
      note(ProcessIdentity.of(stranger.pid()).orElseThrow());
      assertThat(server.running()).isEmpty();
      assertThat(server.stop(Duration.ofSeconds(5))).isFalse();
      assertThat(stranger.isAlive()).isTrue();
    } finally {
      stranger.destroyForcibly();
    }
  }

  @Test
  void a_server_started_without_a_ui_reports_none_even_if_others_have_one() throws Exception {
    try (OutputStream held = Files.newOutputStream(folder.server().resolve("held"))) {
      server.write(
          new StackProcess.ProcessNote(
              ProcessIdentity.of(ProcessHandle.current().pid()).orElseThrow(),
              "127.0.0.1:7233",
              Optional.empty(),
              "temporal",
              Instant.EPOCH));
      assertThat(ui("127.0.0.1:7233")).contains("");
    }
  }

  private void note(ProcessIdentity process) throws IOException {
    server.write(
        new StackProcess.ProcessNote(
            process, "127.0.0.1:7233", Optional.of(UI), "temporal", Instant.EPOCH));
  }

  private Optional<String> ui(String address) {
    return LocalStack.uiUrl(
        folder, ConnectionSettings.load(Map.of("TEMPORAL_ADDRESS", address), folder));
  }
}
