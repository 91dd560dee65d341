package dev.conclave.worker.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.worker.doctor.Finding.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IndexCheckTest {
  @TempDir Path root;
  private Patient patient;

  @BeforeEach
  void prepare() {
    patient = new Patient(root);
  }

  @Test
  void without_any_it_is_said_when_one_comes() {
    assertThat(patient.finding("index"))
        .isEqualTo(Finding.ok("index", "none yet; the first search of a repository makes its own"));
  }

  @Test
  void they_are_counted() throws IOException {
    Files.createDirectories(patient.folder.indexes().resolve("one"));
    Files.createDirectories(patient.folder.indexes().resolve("two"));

    assertThat(patient.finding("index").detail()).startsWith("2, ");
  }

  @Test
  void a_search_server_is_looked_up_and_never_started() throws IOException {
    patient.configured("search: {ace: {command: [ace-mcp]}}\n");
    Finding absent = patient.finding("search.ace");
    assertThat(absent.state()).isEqualTo(State.DOUBTFUL);
    assertThat(absent.detail()).contains("ace-mcp is not on PATH");

    patient.program("ace-mcp", "echo started >" + root.resolve("started"));
    assertThat(patient.finding("search.ace").state()).isEqualTo(State.OK);
    assertThat(root.resolve("started")).doesNotExist();
  }
}
