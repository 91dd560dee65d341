package dev.conclave.worker.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.worker.doctor.Doctor.Report;
import dev.conclave.worker.doctor.Finding;
import dev.conclave.worker.doctor.Finding.State;
import dev.conclave.workflows.text.Language;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DoctorCommandTest {
  private static final Finding GIT = finding("git", State.OK, "/usr/bin/git, 2.39.5", "");

  @Test
  void each_finding_is_a_line_followed_by_its_fix() {
    Finding attributes =
        new Finding(
            "search attributes",
            State.DOUBTFUL,
            "not registered: ConclavePhase 会话",
            Optional.of("conclave doctor --fix"));
    List<Finding> findings =
        List.of(
            GIT,
            attributes,
            finding("agent claude", State.OPTIONAL, "claude is not installed", "npm install a"),
            finding("agent direct", State.OK, "built in", ""));
    assertThat(page(new Report("1", true, List.of(), List.of(), findings), false).lines())
        .containsExactly(
            "ok        git                /usr/bin/git, 2.39.5",
            "doubtful  search attributes  not registered: ConclavePhase 会话",
            "                             → conclave doctor --fix",
            "optional  agent claude       claude is not installed",
            "                             → npm install a",
            "ok        agent direct       built in",
            "",
            "Sessions can run; 1 thing is doubtful. Only the built-in direct analyst would run, without a model:",
            "install an agent, log in, or add it to tools.");
  }

  @Test
  void malformed_files_are_not_reported_missing() {
    Finding broken = finding("configuration", State.MALFORMED, "c.yaml:2: bad", "correct it");
    assertThat(page(new Report("1", false, List.of(), List.of(), List.of(GIT, broken)), false))
        .contains("malformed configuration      c.yaml:2: bad\n")
        .endsWith("Sessions cannot run: 1 thing is malformed.\n");
  }

  @Test
  void fixed_and_unfixable_findings_come_first() {
    Report report = new Report("1", true, List.of("Made it."), List.of("busy"), List.of(GIT));
    assertThat(page(report, true)).startsWith("Fixed: Made it.\nCannot fix: busy\nok ");
    assertThat(page(new Report("1", true, List.of(), List.of(), List.of(GIT)), true))
        .startsWith("Nothing to register.\n");
  }

  private static String page(Report report, boolean fixed) {
    return DoctorCommand.page(report, fixed, 100, Language.EN);
  }

  private static Finding finding(String subject, State state, String detail, String fix) {
    return new Finding(subject, state, detail, Optional.of(fix).filter(text -> !text.isEmpty()));
  }
}
