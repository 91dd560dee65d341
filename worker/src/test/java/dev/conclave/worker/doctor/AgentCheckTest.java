package dev.conclave.worker.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.worker.doctor.Finding.State;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
class AgentCheckTest {
  @TempDir Path root;
  private Patient patient;

  @BeforeEach
  void prepare() {
    patient = new Patient(root);
  }

  @Test
  void a_missing_agent_is_reported_with_its_install_command() throws IOException {
    assertThat(patient.finding("agent gemini"))
        .isEqualTo(
            Finding.optional(
                "agent gemini",
                "gemini is not installed",
                "install Node.js 20 or newer, then run: npm install -g @google/gemini-cli@0.61.0"));
    assertThat(patient.finding("agent direct")).isEqualTo(Finding.ok("agent direct", "built in"));

    patient.program("node", "echo v22.3.0");
    assertThat(patient.finding("agent qwen").fix())
        .contains("npm install -g @qwen-code/qwen-code@0.24.4");
    patient.program("node", "echo v20.11.0");
    assertThat(patient.finding("agent qwen").fix())
        .contains("npm install -g @qwen-code/qwen-code@0.15.10");
    patient.program("node", "echo v12.22.0");
    assertThat(patient.finding("agent gemini").fix())
        .contains(
            "install Node.js 20 or newer, then run: npm install -g @google/gemini-cli@0.61.0");
  }

  @Test
  void a_logged_in_agent_is_reported_with_path_and_version() throws IOException {
    Path codex = patient.program("codex", "echo codex-cli 0.169.0");
    patient.file("home/.codex/auth.json", "{\"tokens\": {\"access_token\": \"sesame\"}}");

    Finding found = patient.finding("agent codex");

    assertThat(found.state()).isEqualTo(State.OK);
    assertThat(found.detail())
        .startsWith(
            codex
                + ", 0.169.0 (tested), logged in ("
                + root.resolve("home/.codex/auth.json")
                + "), can");
    assertThat(patient.examined().toString()).doesNotContain("sesame");
  }

  @Test
  void an_agent_without_a_login_is_reported_with_its_login_command() throws IOException {
    patient.program("codex", "echo codex-cli 0.169.0");
    Finding none = patient.finding("agent codex");
    assertThat(none.state()).isEqualTo(State.DOUBTFUL);
    assertThat(none.detail()).contains("no login found");
    assertThat(none.fix()).contains("codex login (or set CODEX_API_KEY)");

    patient.variable("OPENAI_API_KEY", "k");
    assertThat(patient.finding("agent codex").fix().orElseThrow())
        .contains("printenv OPENAI_API_KEY | codex login --with-api-key");
  }

  @Test
  void an_outdated_agent_is_reported_with_its_upgrade_command() throws IOException {
    patient.program("node", "echo v20.11.0");
    patient.program("codex", "echo codex-cli 0.12.0");
    patient.variable("CODEX_API_KEY", "k");

    Finding old = patient.finding("agent codex");

    assertThat(old.state()).isEqualTo(State.DOUBTFUL);
    assertThat(old.detail()).contains("0.12.0 (older than the tested 0.169.0)");
    assertThat(old.fix()).contains("npm install -g @openai/codex@0.169.0");
  }

  @Test
  void an_agent_newer_than_tested_is_accepted_with_a_note() throws IOException {
    patient.program("codex", "echo codex-cli 0.200.1");
    patient.variable("CODEX_API_KEY", "k");

    Finding newer = patient.finding("agent codex");

    assertThat(newer.state()).isEqualTo(State.OK);
    assertThat(newer.detail()).contains("0.200.1 (tested with 0.169.0), CODEX_API_KEY is set");
  }

  @Test
  void an_agent_that_fails_to_start_is_doubtful() throws IOException {
    Path gemini = patient.program("gemini", "echo 'SyntaxError 1.2' >&2; exit 1");

    Finding broken = patient.finding("agent gemini");

    assertThat(broken.state()).isEqualTo(State.DOUBTFUL);
    assertThat(broken.detail()).contains("reports no version");
    assertThat(broken.fix().orElseThrow()).startsWith("try `" + gemini + " --version`, or: ");
  }

  @Test
  @Timeout(300)
  void several_hanging_agents_take_no_longer_than_one() throws IOException {
    // They end even if nobody kills them.
    for (String name : new String[] {"claude", "codex", "gemini", "qwen"}) {
      patient.program(name, "exec /bin/sleep 290");
    }

    Doctor.Report report = patient.examined();

    assertThat(Patient.of("agent gemini", report).detail()).contains("reports no version");
    assertThat(Patient.of("agent qwen", report).state()).isEqualTo(State.DOUBTFUL);
  }

  @Test
  void a_custom_agent_is_fixed_in_the_configuration() throws IOException {
    patient.configured("tools: [reviewer]\nagents:\n  reviewer: {argv: [no-such-reviewer]}\n");

    assertThat(patient.finding("agent reviewer"))
        .isEqualTo(
            Finding.missing(
                "agent reviewer",
                "no-such-reviewer is not installed",
                "correct agents.reviewer in config.yaml"));

    Path own = patient.program("no-such-reviewer", "echo 1.2.3; touch \"$0.ran\"");
    Finding found = patient.finding("agent reviewer");
    assertThat(found.state()).isEqualTo(State.OK);
    assertThat(found.detail()).startsWith(own + ", only a call can show whether it is logged in");
    assertThat(found.detail())
        .contains("a custom program", "cannot write: ", "agents.reviewer.write_argv");
    assertThat(Path.of(own + ".ran")).doesNotExist();
  }
}
