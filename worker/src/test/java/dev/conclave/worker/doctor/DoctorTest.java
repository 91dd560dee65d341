package dev.conclave.worker.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.worker.doctor.Finding.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The report as a whole. */
class DoctorTest {
  @TempDir Path root;
  private Patient patient;

  @BeforeEach
  void prepare() {
    patient = new Patient(root);
  }

  @Test
  void the_most_basic_comes_first_and_agents_come_last_with_who_moderates() {
    assertThat(patient.examined().findings().stream().map(Finding::subject))
        .containsExactly(
            "java",
            "git",
            "node",
            "processes",
            "configuration",
            "data folder",
            "server",
            "worker",
            "index",
            "agent claude",
            "agent codex",
            "agent direct",
            "agent gemini",
            "agent opencode",
            "agent qwen",
            "moderator");
  }

  @Test
  void whatever_is_not_in_order_comes_with_what_mends_it() {
    assertThat(patient.examined().findings())
        .filteredOn(finding -> finding.state() != State.OK)
        .hasSizeGreaterThan(5)
        .allMatch(finding -> finding.fix().filter(fix -> !fix.isBlank()).isPresent());
  }

  @Test
  void to_look_changes_nothing() throws IOException {
    patient.program("git", "echo git version 2.39.5");

    assertThat(patient.examined().usable()).isTrue();

    assertThat(patient.folder.root()).doesNotExist();
  }

  @Test
  void sessions_cannot_run_without_git_and_can_without_agents() throws IOException {
    assertThat(patient.examined().usable()).isFalse();

    patient.program("git", "echo git version 2.39.5");
    DoctorReport report = patient.examined();
    assertThat(report.usable()).isTrue();
    assertThat(report.directAlone()).isTrue();

    patient.program("codex", "echo codex-cli 0.169.0");
    assertThat(patient.examined().directAlone()).isTrue(); // not logged in
    patient.variable("CODEX_API_KEY", "k");
    assertThat(patient.examined().directAlone()).isFalse();
  }

  @Test
  void a_corner_that_cannot_be_looked_into_hides_no_other() throws IOException {
    Files.createDirectories(patient.folder.server().resolve("worker.json"));

    DoctorReport report = patient.examined();

    assertThat(Patient.of("server", report).detail()).startsWith("cannot be examined: ");
    assertThat(Patient.of("agent gemini", report).state()).isEqualTo(State.OPTIONAL);
  }

  @Test
  void a_remedy_that_fails_says_why_and_stops_no_other() {
    Map<String, Doctor.Check> checks = new LinkedHashMap<>();
    checks.put("1", broken("first", () -> "Mended the first."));
    checks.put(
        "2",
        broken(
            "second",
            () -> {
              throw new IOException("the disk refuses");
            }));
    checks.put("3", broken("third", () -> "Mended the third."));
    DoctorReport report = new Doctor(checks).mend();

    assertThat(report.failed()).containsExactly("second: the disk refuses");
    assertThat(report.mended()).containsExactly("Mended the first.", "Mended the third.");
  }

  private static Doctor.Check broken(String subject, Doctor.Remedy remedy) {
    return () ->
        List.of(Doctor.Diagnosis.mendable(Finding.doubtful(subject, "broken", ""), remedy));
  }
}
