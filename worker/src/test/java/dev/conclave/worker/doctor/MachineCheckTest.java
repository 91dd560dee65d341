package dev.conclave.worker.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.activities.agent.process.PidNamespace;
import dev.conclave.worker.doctor.Finding.State;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineCheckTest {
  @TempDir Path root;
  private Patient patient;

  @BeforeEach
  void prepare() {
    patient = new Patient(root);
  }

  @Test
  void java_is_the_one_that_runs_this() {
    assertThat(patient.finding("java").detail())
        .contains(System.getProperty("java.home"), Runtime.version().toString());
  }

  @Test
  void git_that_is_not_there_is_missing_and_an_old_one_is_doubtful() throws IOException {
    Finding none = patient.finding("git");
    assertThat(none.state()).isEqualTo(State.MISSING);
    assertThat(none.fix()).contains("install git, 2.30 or newer");

    Path git = patient.program("git", "echo git version 2.20.1");
    Finding old = patient.finding("git");
    assertThat(old.state()).isEqualTo(State.DOUBTFUL);
    assertThat(old.detail()).isEqualTo(git + ", 2.20.1");
    assertThat(old.fix()).contains("install git, 2.30 or newer");

    patient.program("git", "echo git version 2.39.5 '(Apple Git-154)'");
    assertThat(patient.finding("git")).isEqualTo(Finding.ok("git", git + ", 2.39.5"));
  }

  @Test
  void git_that_does_not_start_is_doubtful() throws IOException {
    patient.program("git", "echo 'git: error while loading libz.so.1' >&2; exit 127");

    Finding git = patient.finding("git");

    assertThat(git.state()).isEqualTo(State.DOUBTFUL);
    assertThat(git.detail()).endsWith("does not say its version");
  }

  @Test
  void without_node_sessions_run() throws IOException {
    Finding none = patient.finding("node");
    assertThat(none.state()).isEqualTo(State.OPTIONAL);
    assertThat(none.fix()).contains("install Node.js 20 or newer");

    Path node = patient.program("node", "echo v20.20.2");
    assertThat(patient.finding("node")).isEqualTo(Finding.ok("node", node + ", 20.20.2"));
  }

  @Test
  void it_says_whether_an_agent_can_leave_processes_behind_and_why() {
    PidNamespace none = new PidNamespace(List.of(), Optional.of("there is no /usr/bin/unshare"));

    Finding without = HostChecks.agentProcesses(none);

    assertThat(without.state()).isEqualTo(State.OPTIONAL);
    assertThat(without.detail()).contains("there is no /usr/bin/unshare", "can outlive its call");
    assertThat(patient.finding("processes"))
        .isEqualTo(HostChecks.agentProcesses(PidNamespace.ofHost()));
    assertThat(
            HostChecks.agentProcesses(new PidNamespace(List.of("unshare"), Optional.empty()))
                .state())
        .isEqualTo(State.OK);
  }
}
