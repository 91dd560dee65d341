package dev.conclave.worker.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.activities.search.index.IndexFolder;
import dev.conclave.activities.search.index.IndexProgress;
import dev.conclave.activities.search.source.DirectoryTree;
import dev.conclave.worker.doctor.Finding.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.stream.Stream;
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
  void sound_ones_are_counted() throws IOException {
    indexed("one");
    indexed("two");

    assertThat(patient.finding("index").detail()).startsWith("2 sound, ");
  }

  @Test
  void one_with_a_flipped_byte_is_damaged_and_fix_discards_it_alone() throws IOException {
    Path sound = indexed("one");
    Path damaged = indexed("two");
    Path file = largest(damaged);
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length / 2] ^= 0x40;
    Files.write(file, bytes);

    assertThat(patient.examined().findings())
        .anyMatch(
            f ->
                f.state() == State.DOUBTFUL
                    && f.mendable()
                    && f.detail().startsWith(damaged + " is damaged (CorruptIndexException)"));
    DoctorReport report = patient.mended();

    assertThat(report.mended())
        .containsExactly(
            "Discarded the damaged index in " + damaged + "; the next search makes it anew.");
    assertThat(report.findings()).noneMatch(f -> f.state() == State.DOUBTFUL);
    assertThat(IndexFolder.ofWorkspace(sound, Duration.ofSeconds(1)).damage()).isEmpty();
    assertThat(largest(sound)).exists();
  }

  @Test
  void one_of_which_a_file_is_gone_is_damaged_and_made_anew_after_fix() throws IOException {
    Path damaged = indexed("one");
    Files.delete(largest(damaged));

    assertThat(patient.mended().mended()).hasSize(1);

    indexed("one");
    assertThat(patient.finding("index").detail()).startsWith("1 sound, ");
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

  /** An index of a small repository, in the folder of a workspace. */
  private Path indexed(String name) throws IOException {
    patient.file(name + "/a.py", "def alpha():\n    pass\n");
    patient.file(name + "/b.py", "def beta():\n    return alpha()\n");
    Path workspace = Files.createDirectories(patient.folder.indexes().resolve(name));
    IndexFolder.ofWorkspace(workspace, Duration.ofSeconds(1))
        .open(
            DirectoryTree.of(root.resolve(name), workspace.resolve("ids")),
            IndexProgress.NONE,
            text -> text)
        .close();
    return workspace;
  }

  private static Path largest(Path workspace) throws IOException {
    try (Stream<Path> files = Files.walk(workspace)) {
      return files
          .filter(Files::isRegularFile)
          .max(Comparator.comparingLong(file -> file.toFile().length()))
          .orElseThrow();
    }
  }
}
