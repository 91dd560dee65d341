package dev.conclave.worker.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.activities.agent.process.PidNamespace;
import dev.conclave.activities.agent.process.Sandbox;
import dev.conclave.activities.tool.DevServer;
import dev.conclave.worker.doctor.Finding.State;
import dev.conclave.workflows.model.SandboxLevel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The whole report, and each part of a machine in a folder. */
@Timeout(600)
class DoctorTest {
  @TempDir Path root;
  private Patient patient;

  @BeforeEach
  void prepare() {
    patient = new Patient(root);
  }

  @Test
  void basics_come_first_problems_have_fixes_and_checking_changes_nothing() throws IOException {
    patient.program("git", "echo git version 2.39.5");
    Doctor.Report report = patient.examined();
    assertThat(report.findings().stream().map(Finding::subject))
        .containsExactly(
            "java",
            "git",
            "sandbox",
            "configuration",
            "data folder",
            "server",
            "worker",
            "agent claude",
            "agent codex",
            "agent direct",
            "agent gemini",
            "agent opencode",
            "agent qwen",
            "moderator");
    assertThat(report.findings())
        .filteredOn(finding -> finding.state() != State.OK)
        .hasSizeGreaterThan(5)
        .allMatch(finding -> finding.fix().filter(fix -> !fix.isBlank()).isPresent());
    assertThat(patient.folder.root()).doesNotExist();
    assertThat(patient.said)
        .containsExactly(
            "Checking the programs of claude, codex, direct, gemini, opencode, qwen …");
  }

  @Test
  void sessions_need_git_but_no_agents() throws IOException {
    assertThat(patient.finding("git").state()).isEqualTo(State.MISSING);
    assertThat(patient.examined().usable()).isFalse();
    Path git = patient.program("git", "echo git version 2.20.1");
    assertThat(patient.finding("git"))
        .isEqualTo(Finding.doubtful("git", git + ", 2.20.1", "install git, 2.30 or newer"));
    patient.program("git", "echo git version 2.39.5");
    assertThat(patient.examined().usable()).isTrue();
    assertThat(patient.examined().directAlone()).isTrue();

    patient.program("codex", "echo codex-cli 0.169.0");
    assertThat(patient.examined().directAlone()).as("not logged in").isTrue();
    patient.variable("CODEX_API_KEY", "k");
    assertThat(patient.examined().directAlone()).isFalse();
  }

  @Test
  void a_failed_check_hides_no_other() throws IOException {
    Files.createDirectories(patient.folder.server().resolve("worker.json"));
    Doctor.Report report = patient.examined();
    assertThat(Patient.of("server", report).detail()).startsWith("check failed: ");
    assertThat(Patient.of("agent gemini", report).state()).isEqualTo(State.OPTIONAL);
  }

  @Test
  void an_unknown_configuration_key_is_reported_with_its_line() throws IOException {
    assertThat(patient.finding("configuration").detail()).startsWith("defaults; there is no ");
    patient.configured("slots: 2\nbugdet: {usd: 2}\n");
    Finding wrong = patient.finding("configuration");
    assertThat(wrong.state()).isEqualTo(State.MALFORMED);
    assertThat(wrong.detail()).contains(":2: bugdet: unknown key; did you mean \"budget\"?");
    assertThat(wrong.fix()).contains("correct it; see docs/configuration.md");
  }

  @Test
  void a_file_in_place_of_a_folder_is_named() throws IOException {
    Files.createDirectories(patient.folder.root());
    Path file = Files.createFile(patient.folder.documents());
    Finding found = patient.finding("data folder");
    assertThat(found.state()).isEqualTo(State.MISSING);
    assertThat(found.detail()).contains(file.toString());
  }

  @Test
  void it_reports_the_isolation_level_and_the_package_for_a_better_one() {
    String none = Sandbox.NOT_INSTALLED;
    PidNamespace namespace = PidNamespace.ofHost();
    Finding contained =
        Doctor.agentCalls(new Sandbox(SandboxLevel.CONTAINED, none, null, namespace));
    Finding open =
        Doctor.agentCalls(new Sandbox(SandboxLevel.OPEN, "no namespaces", null, namespace));

    assertThat(contained.state()).isEqualTo(State.OPTIONAL);
    assertThat(contained.detail()).startsWith("contained, not sandboxed").contains("act as you");
    assertThat(contained.fix().orElseThrow()).contains("apt-get install bubblewrap");
    assertThat(open.detail()).startsWith("open (no namespaces)").contains("leave processes behind");
    assertThat(open.fix().orElseThrow()).doesNotContain("apt-get");
  }

  @Test
  void a_new_server_lacks_search_attributes_and_fix_registers_them() throws Exception {
    try (DevServer server = DevServer.start(root.resolve("server.log"), List.of())) {
      patient.variable("TEMPORAL_ADDRESS", server.address());
      Doctor.Report before = patient.examined();
      Finding attributes = Patient.of("search attributes", before);
      assertThat(attributes.state()).isEqualTo(State.DOUBTFUL);
      assertThat(attributes.detail()).contains("not registered: ", "ConclavePhase");
      assertThat(Patient.of("worker", before).state()).isEqualTo(State.OPTIONAL);

      Doctor.Report after = patient.mended();
      assertThat(after.mended())
          .singleElement()
          .asString()
          .matches("Registered .*ConclavePhase.* in namespace default\\.");
      assertThat(Patient.of("search attributes", after).state()).isEqualTo(State.OK);
      assertThat(patient.mended().mended()).isEmpty();
    }
  }

  @Test
  void a_missing_local_server_is_optional_and_a_remote_one_is_not() throws Exception {
    patient.variable("TEMPORAL_ADDRESS", "127.0.0.1:" + DevServer.freePort());
    Finding here = patient.finding("server");
    assertThat(here.state()).isEqualTo(State.OPTIONAL);
    assertThat(here.detail()).contains("No Temporal server answers", ": Connection refused");
    assertThat(here.fix()).contains("conclave up (`plan` does it too)");

    Finding elsewhere =
        patient.variable("TEMPORAL_ADDRESS", "temporal.invalid:7233").finding("server");
    assertThat(elsewhere.state()).isEqualTo(State.MISSING);
    assertThat(elsewhere.fix().orElseThrow()).contains("TEMPORAL_ADDRESS").doesNotContain("up");
    assertThat(patient.mended().failed()).singleElement().asString().contains("temporal.invalid");
  }
}
