package dev.conclave.worker.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.conclave.activities.agent.Programs;
import dev.conclave.worker.HostContext;
import dev.conclave.worker.doctor.Finding.State;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.config.DataFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderCheckTest {
  @TempDir Path root;
  private Patient patient;

  @BeforeEach
  void prepare() {
    patient = new Patient(root);
  }

  @Test
  void a_folder_that_is_not_there_yet_is_fine() {
    Finding absent = patient.finding("data folder");
    assertThat(absent.state()).isEqualTo(State.OK);
    assertThat(absent.detail()).isEqualTo(patient.folder.root() + ", made when it is first needed");
  }

  @Test
  void a_file_in_its_place_is_named() throws IOException {
    Files.writeString(patient.folder.root(), "a file where the folder should be");

    Finding folder = patient.finding("data folder");

    assertThat(folder.state()).isEqualTo(State.MISSING);
    assertThat(folder.detail()).contains("is a file where a folder is needed");
    assertThat(folder.fix().orElseThrow()).contains("CONCLAVE_HOME");
  }

  @Test
  void a_file_in_the_place_of_one_of_its_folders_is_moved_away_and_never_by_us()
      throws IOException {
    Path file = patient.file("data of 张三/spool", "what is this?");

    Finding folder = Patient.of("data folder", patient.mended());

    assertThat(folder.state()).isEqualTo(State.MISSING);
    assertThat(folder.detail()).isEqualTo(file + " is a file where a folder is needed");
    assertThat(folder.fix()).contains("mv '%1$s' '%1$s'.old".formatted(file));
    assertThat(file).hasContent("what is this?");
  }

  @Test
  void one_of_its_folders_that_somebody_else_made_comes_with_chown() throws IOException {
    Path logs = Files.createDirectories(patient.folder.logs());
    assertThat(logs.toFile().setWritable(false)).isTrue();
    assumeFalse(Files.isWritable(logs), "skipped: root writes everywhere");

    Finding folder = patient.finding("data folder");

    assertThat(folder.detail()).isEqualTo(logs + " belongs to somebody else");
    assertThat(folder.fix()).contains("sudo chown -R \"$USER\" '" + logs + "'");
  }

  @Test
  void one_that_cannot_be_made_says_where() throws IOException {
    Path file = patient.file("a file", "");
    Finding folder =
        new HostChecks(
                new HostContext(
                    Map.of(), new DataFolder(file.resolve("data")), Configuration.defaults()),
                new Programs())
            .folder()
            .get(0)
            .finding();

    assertThat(folder.state()).isEqualTo(State.MISSING);
    assertThat(folder.detail()).contains("it cannot be made in " + file);
  }
}
