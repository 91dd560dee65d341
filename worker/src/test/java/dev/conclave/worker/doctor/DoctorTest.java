package dev.conclave.worker.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.worker.Surroundings;
import dev.conclave.worker.doctor.Finding.State;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.config.ConfigurationReader;
import dev.conclave.workflows.config.DataFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DoctorTest {
  @TempDir Path root;

  @Test
  void what_is_missing_comes_with_the_command_that_gets_it() throws IOException {
    Map<String, Finding> found = examine(Configuration.defaults());

    assertThat(found.get("git").state()).isEqualTo(State.MISSING);
    assertThat(found.get("agent gemini").state()).isEqualTo(State.OPTIONAL);
    assertThat(found.get("agent gemini").fix())
        .contains("install Node.js 20 or newer, then: npm install -g @google/gemini-cli@0.61.0");
    assertThat(found.get("agent direct")).isEqualTo(Finding.ok("agent direct", "built in"));
    assertThat(found.get("server").detail()).contains("127.0.0.1:9");
    assertThat(found.get("server").fix().orElseThrow()).contains("conclave up");
    assertThat(found.get("data folder").state()).isEqualTo(State.OK);
  }

  @Test
  void what_is_there_comes_with_its_place_and_version() throws IOException {
    Path git = program("git", "echo git version 2.39.5");
    Path codex = program("codex", "echo codex-cli 0.169.0");

    Map<String, Finding> found = examine(Configuration.defaults());

    assertThat(found.get("git").detail()).isEqualTo(git + ", 2.39.5");
    assertThat(found.get("agent codex").detail())
        .isEqualTo(codex + ", 0.169.0 (tested), no login found");
  }

  @Test
  void an_agent_of_ones_own_is_mended_in_the_configuration() throws IOException {
    Path file =
        Files.writeString(
            root.resolve("config.yaml"), "agents:\n  reviewer: {argv: [no-such-reviewer]}\n");

    Finding reviewer = examine(ConfigurationReader.read(file)).get("agent reviewer");

    assertThat(reviewer.detail()).isEqualTo("no-such-reviewer is not there");
    assertThat(reviewer.fix()).contains("mend agents.reviewer in config.yaml");
  }

  @Test
  void a_data_folder_that_cannot_be_used_is_named() throws IOException {
    Files.writeString(root.resolve("data"), "a file where the folder should be");

    Finding folder = examine(Configuration.defaults()).get("data folder");

    assertThat(folder.state()).isEqualTo(State.MISSING);
    assertThat(folder.fix().orElseThrow()).contains("CONCLAVE_HOME");
  }

  private Map<String, Finding> examine(Configuration configuration) throws IOException {
    return new Doctor(around(configuration), Optional.empty())
        .examine().findings().stream()
            .collect(Collectors.toMap(Finding::subject, finding -> finding));
  }

  private Surroundings around(Configuration configuration) {
    return new Surroundings(
        Map.of(
            "PATH", root.resolve("bin").toString(),
            "TEMPORAL_ADDRESS", "127.0.0.1:9",
            "TEMPORAL_CONFIG_FILE", root.resolve("none.toml").toString()),
        new DataFolder(root.resolve("data")),
        configuration);
  }

  private Path program(String name, String body) throws IOException {
    Path file = Files.createDirectories(root.resolve("bin")).resolve(name);
    Files.writeString(file, "#!/bin/sh\n" + body + "\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
    return file;
  }
}
